import { randomUUID } from 'node:crypto';
import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { forwardDeadDays } from '@tongda/contract/rules/forwarding/fields';
import { type Kysely, sql } from 'kysely';
import { type LoopNews, loopNews } from '../../../../core/db/away';
import type { DB } from '../../../../core/generated/db-types';
import type { Outbound } from '../../../../core/notify/outbound';
import { openLink } from '../link/open';
import type { Link } from '../link/shape';
import { tellAdrift } from './adrift';
import { type DeliverDeps, deliverTarget } from './deliver';
import { fillTarget } from './fill';
import { type ActiveTarget, listActive } from './target';

export interface ForwardDeps extends DeliverDeps {
  net: Outbound;
  /** opens the secrets of programs */
  factorKey: Buffer;
}

const roundMs = 2_000;
const cleanMs = 10 * minuteMs;
/** A process that died leaves its targets to others after so long. */
const leaseMs = 2 * minuteMs;
/** What waited for longer is given up: nobody wants to be told of the day before yesterday without asking for it. */
const waitH = 24;
/** What was told is kept while a round may look at its report again, h. */
const toldH = 6;

interface Open {
  version: string;
  link: Link;
}

/**
 * Works on all targets. Each has its own connection, queue and turn: one that does not answer keeps no other waiting. A target belongs to one process at a time, by
 * a lease in the database.
 */
export class Forwarder {
  private readonly me = randomUUID();
  private readonly links = new Map<string, Open>();
  /** work that is under way, by target */
  private readonly busy = new Map<string, Promise<void>>();
  private readonly news: LoopNews;
  private cleanedAt = 0;

  constructor(private readonly deps: ForwardDeps) {
    this.news = loopNews(deps.log, 'forwarding');
  }

  /** A round that tells of what went wrong. */
  async calmRound(): Promise<void> {
    await this.round().then(
      () => this.news.worked(),
      (error: unknown) => this.news.failed(error),
    );
  }

  /** Begins with every target that nobody works on. Resolves when all of them have begun; {@link settled} when they are done. */
  async round(): Promise<void> {
    const { db, now } = this.deps;
    const targets = await listActive(this.deps);
    const active = new Set(targets.map(({ id }) => id));
    for (const id of this.links.keys()) if (!active.has(id) && !this.busy.has(id)) await this.drop(id);
    for (const target of targets) {
      if (this.busy.has(target.id)) continue;
      const work = this.serve(target)
        .catch((error: unknown) => this.news.failed(error, { target: target.id }))
        .finally(() => this.busy.delete(target.id));
      this.busy.set(target.id, work);
    }
    if (now() - this.cleanedAt > cleanMs) {
      this.cleanedAt = now();
      await cleanOutbox(db, now());
      await tellAdrift(db, (error, target) => this.news.failed(error, { target }));
    }
  }

  /** Resolves when no target is worked on. */
  async settled(): Promise<void> {
    await Promise.all(this.busy.values());
  }

  async close(): Promise<void> {
    await this.settled();
    for (const id of [...this.links.keys()]) await this.drop(id);
    await sql`update forward_state set leased_until = null where leased_by = ${this.me}`.execute(this.deps.db);
  }

  private async serve(target: ActiveTarget): Promise<void> {
    const { db, now } = this.deps;
    await fillTarget(db, target.id, now());
    if (!(await this.lease(target.id))) return this.drop(target.id);
    await deliverTarget(this.deps, target, await this.linkOf(target));
  }

  private async lease(id: string): Promise<boolean> {
    const { db, now } = this.deps;
    const { numAffectedRows = 0n } =
      await sql`update forward_state set leased_by = ${this.me}, leased_until = ${new Date(now() + leaseMs)}
      where target_id = ${id} and (leased_by = ${this.me} or leased_until is null or leased_until < ${new Date(now())})`.execute(
        db,
      );
    return numAffectedRows > 0n;
  }

  /** The link of a target; another one after the target was changed. */
  private async linkOf(target: ActiveTarget): Promise<Link> {
    const open = this.links.get(target.id);
    if (open?.version === target.version) return open.link;
    await this.drop(target.id);
    const link = openLink(this.deps.net, target, this.deps.now);
    this.links.set(target.id, { version: target.version, link });
    return link;
  }

  private async drop(id: string): Promise<void> {
    const open = this.links.get(id);
    this.links.delete(id);
    await open?.link.close();
  }
}

/** Gives up what waited too long, forgets what was told, and what was given up a week ago. */
async function cleanOutbox(db: Kysely<DB>, now: number): Promise<void> {
  const ago = (hours: number): Date => new Date(now - hours * hourMs);
  await sql`update forward_item set status = 2, done_at = ${new Date(now)}, cause = ${`积压超过${waitH}小时`}
    where status = 0 and created_at < ${ago(waitH)}`.execute(db);
  await sql`delete from forward_item i using forward_state s where s.target_id = i.target_id and i.status = 1 and i.done_at < ${ago(toldH)}
    and i.at < s.filled_from - interval '1 hour'`.execute(db);
  await sql`delete from forward_item where status = 2 and done_at < ${ago(forwardDeadDays * 24)}`.execute(db);
  await sql`delete from forward_day where day < ${ago(400 * 24)}::date`.execute(db);
}

/** Rounds until stopped. The answered function stops, waits for what is under way and ends the connections. */
export function startForwarding(deps: ForwardDeps): () => Promise<void> {
  const forwarder = new Forwarder(deps);
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const go = (): void => {
    running = forwarder.calmRound().then(() => {
      if (!stopped) timer = setTimeout(go, roundMs);
    });
  };
  go();
  return async () => {
    stopped = true;
    if (timer) clearTimeout(timer);
    await running;
    await forwarder.close();
  };
}
