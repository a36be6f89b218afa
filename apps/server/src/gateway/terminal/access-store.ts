import type { DeviceAlertKind } from '@tongda/contract/resources/device/enums';
import type { Pool, PoolClient } from 'pg';
import type { AccessNote, SecondLink } from './access';

/** A terminal and a network that it was let in from. */
interface Arrival {
  deviceId: string;
  network: string;
  address: string;
  at: number;
}

interface Raised {
  deviceId: string;
  /** where it had been before; null: unknown */
  before: string | null;
  address: string;
  at: number;
}

/** A network that so many other terminals of the company use is their carrier's, and tells nothing. */
const commonFrom = 2;
/** It counts as used for so long after the last time, days. */
const usedDays = 90;
/** The same of the same terminal is one row for so long, hours. */
const oneAlertHours = 24;

/** Stores how terminals came in, or tried to, and raises what staff ought to look at, in one transaction. */
export async function recordAccess(
  pool: Pool,
  notes: readonly AccessNote[],
  seconds: readonly SecondLink[],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const arrivals = notes.flatMap(({ deviceId, networks, last }): Arrival[] =>
      [...networks].map(([network, address]) => ({ deviceId, network, address, at: last.at })),
    );
    await raise(client, 'network', await findNewNetworks(client, arrivals));
    await raise(
      client,
      'second',
      seconds.map(({ deviceId, at, from, to }) => ({ deviceId, before: from, address: to, at })),
    );
    await raise(client, 'register', refusals(notes, 'registerRefused'));
    await raise(client, 'code', refusals(notes, 'codeRefused'));
    await writeNetworks(client, arrivals);
    await writeAccess(client, notes);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

const refusals = (notes: readonly AccessNote[], which: 'registerRefused' | 'codeRefused'): Raised[] =>
  notes.flatMap((note) => {
    const refused = note[which];
    return refused
      ? [{ deviceId: note.deviceId, before: note.accepted?.from ?? null, address: refused.from, at: refused.at }]
      : [];
  });

/** Arrivals from a network that neither the terminal nor enough others of its company have used; a terminal's very first network is only learnt. */
async function findNewNetworks(client: PoolClient, arrivals: readonly Arrival[]): Promise<Raised[]> {
  if (arrivals.length === 0) return [];
  const { rows } = await client.query<Raised>(
    `select l.device_id::text as "deviceId", coalesce(a.accepted_from, n.address) as before, l.address, l.at::float8 as at
     from unnest($1::bigint[], $2::text[], $3::text[], $4::float8[]) as l(device_id, network, address, at)
     join device d on d.id = l.device_id
     left join device_access a on a.device_id = d.id
     join lateral (select address from device_network x where x.device_id = d.id order by x.last_at desc limit 1) n on true
     where not exists (select from device_network x where x.device_id = d.id and x.network = l.network)
       and (select count(*) from device_network o where o.client_id = d.client_id and o.network = l.network and o.device_id <> d.id
         and o.last_at > now() - make_interval(days => ${usedDays})) < ${commonFrom}`,
    [
      arrivals.map(({ deviceId }) => deviceId),
      arrivals.map(({ network }) => network),
      arrivals.map(({ address }) => address),
      arrivals.map(({ at }) => at),
    ],
  );
  return rows;
}

/**
 * Writes alerts: one row a terminal and kind within a day, which counts. Where the company wants none of new networks and second connections they are
 * kept for the terminal's page and nobody is told.
 */
async function raise(client: PoolClient, kind: DeviceAlertKind, raised: readonly Raised[]): Promise<void> {
  if (raised.length === 0) return;
  await client.query(
    `with l as (select device_id, before, address, to_timestamp(at / 1000) as at
       from unnest($1::bigint[], $2::text[], $3::text[], $4::float8[]) as l(device_id, before, address, at)),
     again as (
       update device_alert x set last_at = l.at, times = x.times + 1, address = l.address, before_address = coalesce(l.before, x.before_address)
       from l where x.device_id = l.device_id and x.kind = $5 and x.first_at > l.at - make_interval(hours => ${oneAlertHours})
       returning x.device_id)
     insert into device_alert (client_id, device_id, kind, first_at, last_at, before_address, address, told_at)
     select distinct on (d.id) d.client_id, d.id, $5, l.at, l.at, coalesce(l.before, a.accepted_from), l.address,
       case when $5 in ('network', 'second') and not c.terminal_alerts then now() end
     from l join device d on d.id = l.device_id join client c on c.id = d.client_id left join device_access a on a.device_id = d.id
     where d.deleted_at is null and d.id not in (select device_id from again) order by d.id, l.at`,
    [
      raised.map(({ deviceId }) => deviceId),
      raised.map(({ before }) => before),
      raised.map(({ address }) => address),
      raised.map(({ at }) => at),
      kind,
    ],
  );
}

async function writeNetworks(client: PoolClient, arrivals: readonly Arrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  await client.query(
    `insert into device_network (device_id, network, client_id, address, first_at, last_at)
     select d.id, l.network, d.client_id, l.address, to_timestamp(l.at / 1000), to_timestamp(l.at / 1000)
     from unnest($1::bigint[], $2::text[], $3::text[], $4::float8[]) as l(device_id, network, address, at) join device d on d.id = l.device_id
     on conflict (device_id, network) do update set address = excluded.address, last_at = greatest(device_network.last_at, excluded.last_at)`,
    [
      arrivals.map(({ deviceId }) => deviceId),
      arrivals.map(({ network }) => network),
      arrivals.map(({ address }) => address),
      arrivals.map(({ at }) => at),
    ],
  );
}

async function writeAccess(client: PoolClient, notes: readonly AccessNote[]): Promise<void> {
  if (notes.length === 0) return;
  const date = (moment: { at: number } | null): Date | null => (moment ? new Date(moment.at) : null);
  await client.query(
    `insert into device_access (device_id, client_id, tried_at, tried_from, outcome, accepted_at, accepted_from, accepted_code,
       register_refused_at, register_refused_from, code_refused_at, code_refused_from)
     select d.id, d.client_id, l.tried_at, l.tried_from, l.outcome, l.accepted_at, l.accepted_from, l.accepted_code,
       l.register_refused_at, l.register_refused_from, l.code_refused_at, l.code_refused_from
     from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::timestamptz[], $9::text[],
       $10::timestamptz[], $11::text[]) as l(device_id, tried_at, tried_from, outcome, accepted_at, accepted_from, accepted_code,
       register_refused_at, register_refused_from, code_refused_at, code_refused_from)
     join device d on d.id = l.device_id
     on conflict (device_id) do update set tried_at = excluded.tried_at, tried_from = excluded.tried_from, outcome = excluded.outcome,
       accepted_at = coalesce(excluded.accepted_at, device_access.accepted_at),
       accepted_from = coalesce(excluded.accepted_from, device_access.accepted_from),
       accepted_code = coalesce(excluded.accepted_code, device_access.accepted_code),
       register_refused_at = coalesce(excluded.register_refused_at, device_access.register_refused_at),
       register_refused_from = coalesce(excluded.register_refused_from, device_access.register_refused_from),
       code_refused_at = coalesce(excluded.code_refused_at, device_access.code_refused_at),
       code_refused_from = coalesce(excluded.code_refused_from, device_access.code_refused_from)`,
    [
      notes.map(({ deviceId }) => deviceId),
      notes.map(({ last }) => date(last)),
      notes.map(({ last }) => last.from),
      notes.map(({ last }) => last.outcome),
      notes.map(({ accepted }) => date(accepted)),
      notes.map(({ accepted }) => accepted?.from ?? null),
      notes.map(({ accepted }) => accepted?.code ?? null),
      notes.map(({ registerRefused }) => date(registerRefused)),
      notes.map(({ registerRefused }) => registerRefused?.from ?? null),
      notes.map(({ codeRefused }) => date(codeRefused)),
      notes.map(({ codeRefused }) => codeRefused?.from ?? null),
    ],
  );
}
