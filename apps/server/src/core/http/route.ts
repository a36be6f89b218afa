import { createHash } from 'node:crypto';
import { codes, type Endpoint, type Envelope, type Parsed } from '@tongda/contract/core/endpoint';
import { neverMasked } from '@tongda/contract/core/field/hidden';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isDatabaseAway } from '../db/away';
import { allWrites } from '../db/tenant';
import { hideFromCustomer, refuseKeptFilters } from '../masks/customer';
import { hideMaskedFields, type Masks } from '../masks/hide';
import { hidePeople, personalMasker } from '../masks/people';
import { restoreMaskedFields } from '../masks/restore';
import { namingWhoChanged } from '../record/conflict';
import { errorCode } from '../run/error-code';
import { takesGzip } from './answer/compress';
import { HeldAnswers } from './answer/held';
import { okBody, Packed } from './answer/packed';
import { listUndeclared } from './answer/undeclared';
import type { Ctx, Rights } from './ctx';
import { AppError, forbiddenError, invalid, whyGivenUp } from './errors';
import { findShapeFault } from './input-shape';
import { readBody } from './json-body';

/** Finds out who makes a request, by its token; throws AppError 401, 403 or 4003 when he may not call `endpoint`. Set once by the API role. */
export type Authenticate = (req: FastifyRequest, endpoint: Endpoint) => Promise<Ctx>;

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
    /** `METHOD path` of every bound endpoint: the completeness test compares it with the contract. */
    boundEndpoints: Set<string>;
    /** handlers of `…/detail` by path: an update by somebody who does not see all fields takes the hidden ones from there */
    details: Map<string, (ctx: Ctx, input: { id: string }) => Promise<unknown>>;
    /** check answers against the contract (tests and development) */
    checkAnswers: boolean;
  }
}

type Answer<E extends Endpoint> = z.input<E['output']>;

/** The caller of a public endpoint. */
export interface Visitor {
  ip: string;
  userAgent: string;
  req: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Binds an endpoint that needs a logged-in user: checks his right (`access`), validates the input, and wraps the answer. `handler` gets the caller's
 * context and the validated input. The handler of a raw endpoint sends its answer itself through `reply` and returns nothing.
 *
 * `sameFor` names all that of the caller decides what the answer holds, besides company, rights and masks: callers of the same name get the same answer for a second (`HeldAnswers`), or
 * as long as the `held` holds that several endpoints share. With `fresh` they share only what was begun after each of them had asked.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  e: E,
  handler: (
    ctx: Ctx,
    input: Parsed<E>,
    http: { req: FastifyRequest; reply: FastifyReply },
  ) => Promise<Answer<E> | Packed<Answer<E>>>,
  {
    sameFor,
    fresh = false,
    held = sameFor && new HeldAnswers(fresh ? { ms: 0 } : {}),
  }: { sameFor?: ((ctx: Ctx, input: Parsed<E>) => string) | undefined; fresh?: boolean; held?: HeldAnswers } = {},
): void {
  const open = neverMasked(e.path);
  if (e.path.endsWith('/detail')) app.details.set(e.path, detailOf(e, handler));
  bindEndpoint(app, e, async (req, reply) => {
    const ctx = await app.authenticate(req, e);
    callers.set(req, { userId: ctx.userId, clientId: ctx.clientId, actorId: ctx.actor?.userId });
    if (!ctx.can(e.access)) throw forbiddenError();
    const masks = open ? noMasks : ctx.rights.masks;
    const input = masks.size === 0 ? parseInput(e, req) : parseSource(e, await restoreHiddenFields(app, ctx, e, req));
    const ofCustomer = ctx.customerId !== undefined;
    if (ofCustomer) refuseKeptFilters(input);
    const masker = personalMasker((a) => ctx.can(a));
    const made: Made = {
      masks,
      ofCustomer,
      people: masker(e.path),
      data: () => namingWhoChanged(ctx, () => handler(ctx, input, { req, reply })),
    };
    // tests look at every answer, and write past the API
    if (sameFor && held && !app.checkAnswers) {
      const state = held.fresh ? 0 : allWrites();
      const key = JSON.stringify([e.path, seenBy(ctx, made), sameFor(ctx, input), state, input]);
      made.hold = (make) => held.get(key, make);
    }
    return made;
  });
}

/** What every answer depends on: the company, its days, what the caller may do and what is masked. */
const seenBy = (ctx: Ctx, { masks, people }: Made): unknown[] => [
  ...[ctx.clientId, ctx.customerId ?? '', ctx.provider, ctx.timeZone, rightsName(ctx.rights), [...masks].sort()],
  ...['driverPhone', 'phone'].map((field) => Boolean(people?.(field))),
];

/** Names of rights, which stay the same object while a session is remembered. */
const rightsNames = new WeakMap<Rights, string>();
/** A name that rights share with those that allow the same. */
function rightsName(rights: Rights): string {
  const known = rightsNames.get(rights);
  if (known !== undefined) return known;
  const held = [...rights.keys, ...rights.buttons].sort().join(' ');
  const name = rights.all ? 'all' : createHash('sha256').update(held).digest('base64url');
  rightsNames.set(rights, name);
  return name;
}

const noMasks: Masks = new Set();
type People = ReturnType<ReturnType<typeof personalMasker>>;

/** Who makes a request, once that is known: for the line in the log when it is refused. */
const callers = new WeakMap<FastifyRequest, { userId: string; clientId: string; actorId: string | undefined }>();

/** Reads a record through its own `detail` handler, before fields are hidden. */
const detailOf =
  <E extends Endpoint>(e: E, handler: (ctx: Ctx, input: Parsed<E>, http: never) => Promise<unknown>) =>
  async (ctx: Ctx, { id }: { id: string }): Promise<unknown> => {
    const input = e.input.safeParse({ id });
    // the schema has just parsed it; a detail handler does not use the request
    return input.success && ctx.can(e.access) ? handler(ctx, input.data as Parsed<E>, undefined as never) : null;
  };

/** The input with the fields that the caller cannot see put back: for `<base>/update` they are read from `<base>/detail`. */
function restoreHiddenFields(app: FastifyInstance, ctx: Ctx, e: Endpoint, req: FastifyRequest): Promise<unknown> {
  const source = sourceOf(e, req);
  const id = typeof source === 'object' && source !== null && 'id' in source ? source.id : undefined;
  const detail = app.details.get(`${e.path.slice(0, e.path.lastIndexOf('/'))}/detail`);
  return restoreMaskedFields(ctx, source, typeof id === 'string' && detail ? () => detail(ctx, { id }) : null);
}

/** Binds a public endpoint. */
export function publicRoute<E extends Endpoint>(
  app: FastifyInstance,
  e: E,
  handler: (visitor: Visitor, input: Parsed<E>) => Promise<Answer<E>>,
): void {
  bindEndpoint(app, e, async (req, reply) => {
    const userAgent = String(req.headers['user-agent'] ?? '').slice(0, 300);
    const input = parseInput(e, req);
    const data = () => handler({ ip: req.ip, userAgent, req, reply }, input);
    return { data, masks: noMasks, ofCustomer: false, people: null };
  });
}

/** An answer that is about to be made, for a caller who may have it. */
interface Made {
  data: () => Promise<unknown>;
  masks: Masks;
  /** for the program of a customer */
  ofCustomer: boolean;
  people: People | null;
  /** the body that somebody else has just been answered with, or the one that is made now; without it each caller has his own */
  hold?: (make: () => Promise<Packed>) => Promise<Packed>;
}

function bindEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  e: E,
  run: (req: FastifyRequest, reply: FastifyReply) => Promise<Made>,
): void {
  app.boundEndpoints.add(`${e.method} ${e.path}`);
  app.route({
    method: e.method,
    url: e.path,
    bodyLimit: e.maxBodyKb * 1024,
    config: { kept: e.kept },
    handler: async (req, reply) => {
      const { data: make, masks, ofCustomer, people, hold } = await run(req, reply);
      const bodyOf = (data: unknown): string => {
        const unmasked = hideMaskedFields(masks, data ?? null);
        const shown = ofCustomer ? hideFromCustomer(unmasked) : unmasked;
        return okBody(e, people ? hidePeople(people, shown) : shown);
      };
      if (hold) return sendHeld(e, req, reply, await hold(async () => Packed.ofText(bodyOf(await make()))));
      const made = await make();
      if (e.raw) return reply.sent ? reply : reply.send(made);
      const asItIs = masks.size === 0 && !ofCustomer && !app.checkAnswers;
      if (made instanceof Packed && asItIs && takesGzip(req.headers['accept-encoding']))
        return sendPacked(reply, made.bytes);
      const data = made instanceof Packed ? await made.open() : made;
      if (app.checkAnswers) refuseUndeclared(e, data ?? null);
      return reply.type(jsonType).send(bodyOf(data));
    },
  });
}

/** Throws when an answer is not what its schema says, or holds more than it names. */
function refuseUndeclared(e: Endpoint, data: unknown): void {
  const more = new Set(listUndeclared(data, e.output.parse(data)));
  if (more.size > 0) throw new Error(`${e.path} answers what its schema does not name: ${[...more].join(', ')}`);
}

const jsonType = 'application/json; charset=utf-8';

async function sendHeld(e: Endpoint, req: FastifyRequest, reply: FastifyReply, answer: Packed): Promise<FastifyReply> {
  if (!takesGzip(req.headers['accept-encoding'])) return reply.type(jsonType).send(await answer.text());
  if (e.kept) reply.header('etag', answer.etag);
  return e.kept && req.headers['if-none-match'] === answer.etag
    ? reply.code(304).send()
    : sendPacked(reply, answer.bytes);
}

const sendPacked = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply.type(jsonType).headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(bytes);

/** Validated input, or AppError 4000 that names every wrong field. */
function parseInput<E extends Endpoint>(e: E, req: FastifyRequest): Parsed<E> {
  return parseSource(e, sourceOf(e, req));
}

/** What came with a request, once it is known to be no deeper and no wider than an input may be; throws AppError 4000. */
function sourceOf(e: Endpoint, req: FastifyRequest): unknown {
  // the fields of a form with a file are read by its handler; such endpoints declare no input
  if (e.body === 'multipart') return {};
  const source = e.method === 'GET' ? req.query : e.query ? withQuery(req) : (readBody(req.body) ?? {});
  const fault = findShapeFault(source);
  if (fault) {
    // no form sends such a thing
    req.log.warn({ ...whoAndWhat(req), msg: fault.msg }, 'refused by its shape');
    throw invalid(fault);
  }
  return source;
}

/** The fields of the address under those of the body; a body that is no object stays alone and is refused by the schema. */
function withQuery({ query, body: sent }: FastifyRequest): unknown {
  const body = readBody(sent);
  if (body === undefined || body === null) return query;
  return typeof body === 'object' && typeof query === 'object' && !Array.isArray(body) ? { ...query, ...body } : body;
}

/** Findings that an answer names: nobody reads more, and a list of wrong values has as many as it is long. */
const maxFindings = 100;

function parseSource<E extends Endpoint>(e: E, source: unknown): Parsed<E> {
  // such endpoints declare no input
  if (e.body === 'multipart') return {} as Parsed<E>;
  const parsed = e.input.safeParse(source);
  // zod has parsed it by the endpoint's own schema
  if (parsed.success) return parsed.data as Parsed<E>;
  throw invalid(
    parsed.error.issues
      .slice(0, maxFindings)
      .map((issue) => ({ field: issue.path.join('.') || '请求内容', msg: issueSentence(issue, source) })),
  );
}

const typeWords: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数字',
  int: '整数',
  boolean: 'true 或 false',
  array: '列表',
  object: '对象',
  tuple: '列表',
  record: '对象',
};

/** Whether what was sent has a value at this path. */
const isGiven = (source: unknown, path: readonly PropertyKey[]): boolean =>
  path.reduce<unknown>(
    // only objects and lists have values at a path
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    source,
  ) !== undefined;

/** The Chinese sentence for an issue. zod's own are in zh-CN (set in server.ts); a missing field and a wrong type get simpler ones. */
function issueSentence(issue: z.core.$ZodIssue, source: unknown): string {
  const field = issue.path.join('.');
  if (issue.code === 'invalid_value' && /^无效(?:选项|输入)/u.test(issue.message))
    return isGiven(source, issue.path) ? `参数 ${field} 应为 ${issue.values.join('、')}` : `缺少参数 ${field}`;
  if (issue.code === 'invalid_type' && issue.message.includes('undefined')) return `缺少参数 ${field}`;
  if (issue.code === 'invalid_type' && issue.message.startsWith('无效输入'))
    return `${field ? `参数 ${field} ` : '请求内容'}应为${typeWords[issue.expected] ?? issue.expected}`;
  return field && !/[\u4e00-\u9fa5]/u.test(issue.message.slice(0, 2))
    ? `参数 ${field} 错误：${issue.message}`
    : issue.message;
}

/** Answers any error in the documented envelope {code, msg, data}. Unexpected ones are logged with the number that the user sees; nothing secret is logged. */
export function replyWithError(error: unknown, req: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = envelopeOf(error, req);
  faults.set(req, { code: body.code, msg: body.msg });
  if (error instanceof AppError && error.retryAfterS !== null) reply.header('retry-after', error.retryAfterS);
  return reply.status(status).send(body);
}

const faults = new WeakMap<FastifyRequest, { code: number; msg: string }>();

/** Code and sentence that a request was answered with: 200 and nothing to say when it went well. */
export const answerOf = (req: FastifyRequest): { code: number; msg: string } =>
  faults.get(req) ?? { code: codes.ok, msg: '' };

function envelopeOf(error: unknown, req: FastifyRequest): { status: number; body: Envelope<unknown> } {
  if (error instanceof AppError) {
    if (watched.has(error.code)) req.log.warn({ ...whoAndWhat(req), code: error.code, msg: error.message }, 'refused');
    return { status: error.httpStatus, body: { code: error.code, msg: error.message, data: error.data } };
  }
  const known = clientFault(errorCode(error), req);
  if (known)
    return {
      status: 200,
      body: { code: codes.invalid, msg: known, data: { errors: [{ field: '请求内容', msg: known }] } },
    };
  if (errorCode(error) === readOnlyState)
    return { status: 200, body: { code: codes.forbidden, msg: '当前为只读访问，不能修改数据', data: null } };
  const traceId = req.id;
  if (isDatabaseAway(error)) {
    req.log.warn({ err: error, traceId }, 'database away');
    return { status: 200, body: { code: codes.unexpected, msg: '数据库暂时不可用，请稍后重试', data: { traceId } } };
  }
  const givenUp = whyGivenUp(error);
  if (givenUp) {
    req.log.warn({ err: error, traceId, ...whoAndWhat(req) }, 'a statement took too long');
    return { status: 200, body: { code: codes.tooMany, msg: givenUp, data: { traceId } } };
  }
  req.log.error({ err: error, traceId }, 'unexpected error');
  return { status: 200, body: { code: codes.unexpected, msg: '服务器遇到错误，无法完成请求！', data: { traceId } } };
}

/** Answers that somebody gets who tries what he may not do, or too often. Pages that are used as they are meant get them rarely. */
const watched: ReadonlySet<number> = new Set([codes.forbidden, codes.tooMany]);

/** Who asked for what, from where; never what he sent. */
const whoAndWhat = (req: FastifyRequest) => ({
  method: req.method,
  path: req.routeOptions.url,
  ip: req.ip,
  ...callers.get(req),
});

const sizeText = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.round(bytes / 1024)} KB`;

/** SQLSTATE of a write in a read-only transaction, which sessions with `ctx.readOnly` use. */
const readOnlyState = '25006';

function clientFault(code: string | undefined, req: FastifyRequest): string | null {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return '请求内容不是有效的JSON';
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return `请求内容过大，最多${sizeText(req.routeOptions.bodyLimit ?? 0)}`;
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return '不支持的请求内容类型';
    case 'FST_REQ_FILE_TOO_LARGE':
      return '文件过大，最多10 MB';
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return '请以文件上传的方式提交';
    default:
      return null;
  }
}
