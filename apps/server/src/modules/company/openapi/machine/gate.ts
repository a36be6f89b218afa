import { allowsAccess, rightKey } from '@tongda/contract/core/allows';
import { dayMs } from '@tongda/contract/core/durations';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '../../../../core/db/database';
import { wireTime } from '../../../../core/http/answer/wire-time';
import type { Ctx, Rights } from '../../../../core/http/ctx';
import { PerMinute } from '../../../../core/http/per-minute';
import { answerOf } from '../../../../core/http/route';
import type { Secrets } from '../../../../core/run/secrets';
import { isForCustomers, offeredInterfaces } from '../catalogue';
import { findApp, type KnownApp, listTerms, type Terms, takeNonce } from './apps';
import { CallLog } from './call-log';
import { isListed } from './ip-list';
import { Quota } from './quota';
import { refuseProgram } from './refuse';
import { hashBodies, isInWindow, isSigned, isSignedBy, readSigned } from './signature';

/** Wrong signatures of one address in a minute, after which it is not looked at any more. */
const mostWrong = 60;

interface Visit {
  app: KnownApp;
  key: string;
  began: number;
}

const keyOf = new Map(offeredInterfaces.map(({ key, endpoint }) => [`${endpoint.method} ${endpoint.path}`, key]));
const offeredAs = ({ method, path }: Endpoint): string | undefined => keyOf.get(`${method} ${path}`);

const limitWords = { second: '此接口每秒', minute: '每分钟', day: '每日' } as const;

/**
 * Lets programs of companies in: their calls are signed, and they may call what was opened for them and nothing else. Whoever is let in is a context like any other,
 * with the rights of that one call and the data of the program.
 */
export class MachineGate {
  readonly calls: CallLog;
  private readonly apps = new LRUCache<string, { app: KnownApp | null }>({ max: 5_000, ttl: 5_000 });
  /** what holds for every published interface, by key: the same for all companies */
  private readonly terms = new LRUCache<'all', ReadonlyMap<string, Terms>>({ max: 1, ttl: 5_000 });
  private readonly wrong: PerMinute;
  private readonly quota: Quota;
  private readonly visits = new WeakMap<FastifyRequest, Visit>();

  constructor(
    private readonly database: Database,
    private readonly secrets: Pick<Secrets, 'factorKey'>,
    log: Logger,
    private readonly now: () => number = Date.now,
  ) {
    const { systemDb } = database;
    this.calls = new CallLog(systemDb, log);
    this.wrong = new PerMinute(mostWrong, now);
    this.quota = new Quota(systemDb, now);
  }

  /** Reads the bodies of signed requests along, and notes every call of a program that was known. */
  attach(http: FastifyInstance): void {
    hashBodies(http);
    http.addHook('onResponse', async (req, reply) => {
      const visit = this.visits.get(req);
      if (visit) this.note(req, visit, reply.statusCode);
    });
    http.addHook('onClose', () => this.calls.flush());
  }

  readonly isMachine = isSigned;

  /** Programs of this company changed, or what is open for them. */
  forgetCompany(clientId: string): void {
    for (const [appKey, { app }] of this.apps.entries())
      if (app === null || app.clientId === clientId) this.apps.delete(appKey);
  }

  /** Staff published an interface, withdrew it or changed its limits. */
  forgetInterfaces(): void {
    this.terms.clear();
  }

  /**
   * Context of a signed request. Throws 401 for a wrong signature, 4003 for what the program may not do, 429 when its quota is used up.
   */
  async ofRequest(req: FastifyRequest, endpoint: Endpoint): Promise<Ctx> {
    const began = performance.now();
    const app = await this.proveCaller(req, endpoint, began);
    if (!app.usable) throw refuseProgram('switchedOff');
    if (app.over) throw refuseProgram('over');
    if (!isListed(app.ipList, req.ip)) throw refuseProgram('address', { ip: req.ip });
    const { key, terms } = await this.openTerms(endpoint);
    if (app.customerId !== null && !isForCustomers(key)) throw refuseProgram('notForCustomers');
    const granted = app.opened.get(key);
    if (granted === undefined) throw refuseProgram('notOpened');
    const limits = {
      daily: Math.min(granted.daily, terms.dailyLimit ?? granted.daily),
      perSecond: Math.min(granted.perSecond ?? terms.perSecond, terms.perSecond),
    };
    const reached = await this.quota.take(app, key, limits, this.today(app.timeZone));
    if (reached)
      throw refuseProgram('quota', { limit: limitWords[reached.limit], most: reached.most }, reached.retryAfterS);
    // Fastify types its logger by an interface of its own; the server gives it a pino logger
    return this.contextOf(app, endpoint, req.ip, req.log as Logger, began);
  }

  /** The published interface that a call is. Throws 4003 when it is none, or was withdrawn. */
  private async openTerms(endpoint: Endpoint): Promise<{ key: string; terms: Terms }> {
    const key = offeredAs(endpoint);
    if (key === undefined) throw refuseProgram('notOffered');
    let all = this.terms.get('all');
    if (!all) {
      all = await listTerms(this.database.systemDb);
      this.terms.set('all', all);
    }
    const terms = all.get(key);
    if (!terms) throw refuseProgram('notOffered');
    if (!terms.isPublished) throw refuseProgram('withdrawn');
    return { key, terms };
  }

  /** The program that signed a request, once the signature is right and new. */
  private async proveCaller(req: FastifyRequest, endpoint: Endpoint, began: number): Promise<KnownApp> {
    const signed = readSigned(req);
    if ('missing' in signed) throw refuseProgram('header', { header: signed.missing });
    if (this.wrong.count(req.ip) >= mostWrong) throw refuseProgram('wrongOften', {}, 60);
    const app = await this.appOf(signed.appKey);
    const now = this.now();
    const good = isSignedBy(
      (app?.secrets ?? []).filter(({ until }) => until > now).map(({ secret }) => secret),
      signed,
    );
    if (!app || !good) {
      this.wrong.allows(req.ip);
      // lines about it are for the program's company; strangers are in the log of the server
      if (app) this.visits.set(req, { app, key: offeredAs(endpoint) ?? '', began });
      req.log.warn({ ip: req.ip, appId: app?.id, path: endpoint.path }, 'wrong signature');
      throw refuseProgram('signature');
    }
    this.visits.set(req, { app, key: offeredAs(endpoint) ?? '', began });
    if (!isInWindow(signed.time, now)) throw refuseProgram('clock');
    if (!(await takeNonce(this.database.systemDb, app, signed.nonce))) throw refuseProgram('nonce');
    return app;
  }

  private async appOf(appKey: string): Promise<KnownApp | null> {
    const known = this.apps.get(appKey);
    if (known) return known.app;
    const app = await findApp(this.database.systemDb, this.secrets.factorKey, appKey);
    this.apps.set(appKey, { app });
    return app;
  }

  private today(timeZone: string): { day: string; endsAt: number } {
    const now = this.now();
    const text = wireTime(now, timeZone);
    const [h = 0, m = 0, s = 0] = text.slice(11).split(':').map(Number);
    return { day: text.slice(0, 10), endsAt: now + dayMs - ((h * 60 + m) * 60 + s) * 1000 };
  }

  private contextOf(app: KnownApp, { access }: Endpoint, ip: string, log: Logger, began: number): Ctx {
    const rights = rightsOf(access, app.masks);
    const who = {
      userId: app.userId,
      clientId: app.clientId,
      clientName: app.clientName,
      userName: app.name,
      accountCode: '',
      sessionId: '',
      accountId: app.userId,
      terminalKind: 'open',
      loginType: 0,
      actor: null,
      readOnly: false,
      isSuper: false,
      mustChangePwd: false,
      pwdExpired: false,
      mustEnrol: false,
      isPrimary: false,
      isOrgManager: app.seesCompany,
      orgId: null,
      // the provider's programs are programs like those of any company
      provider: false,
      timeZone: app.timeZone,
      rights,
      ...(app.customerId === null ? {} : { customerId: app.customerId }),
    } satisfies Omit<Ctx, 'ip' | 'log' | 'db' | 'can'>;
    return {
      ...who,
      ip,
      log,
      can: (wanted) => allowsAccess(rights, wanted),
      db: (work) => this.database.withTenant(who, work, began),
    };
  }

  private note(req: FastifyRequest, { app, key, began }: Visit, http: number): void {
    const { code, msg } = answerOf(req);
    this.calls.add({
      clientId: app.clientId,
      appId: app.id,
      key,
      day: this.today(app.timeZone).day,
      method: req.method,
      path: (req.raw.url ?? '').slice(0, 200),
      ip: req.ip,
      http,
      code,
      msg: msg.slice(0, 200),
      ms: Math.round(performance.now() - began),
      traceId: req.id,
      at: new Date(this.now()),
    });
  }
}

/** The rights of one call: its menus and its button, and nothing besides; without the fields that its program does not see. */
function rightsOf(access: Endpoint['access'], masks: KnownApp['masks']): Rights {
  const ids = typeof access === 'object' ? [access.menu].flat().map(String) : [];
  const path = typeof access === 'object' ? access.path : undefined;
  return {
    all: false,
    keys: new Set(),
    menus: new Set(ids),
    buttons: new Set(path === undefined ? [] : ids.map((menu) => rightKey(menu, path))),
    masks: new Set(masks),
  };
}
