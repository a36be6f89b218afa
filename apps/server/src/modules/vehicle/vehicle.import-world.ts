import { normalPlate, vehicleFields } from '@tongda/contract/vehicle/fields';
import { sql, type Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { orgScope } from '../org/org.scope';
import type { ImportChoices } from './vehicle.import-columns';
import { type ImportWorld, type KnownVehicle, many } from './vehicle.import-rows';
import { findVehicles, ownPlates } from './vehicle.repo';

type Trx = Transaction<DB>;

export interface World extends ImportWorld {
  choices: ImportChoices;
  /** `<kind> <id>` → name, for the change history */
  names: Map<string, string>;
}
/** Names of everything an imported line may point at. */
export const namesIn = (world: World): ReadonlyMap<string, string> => world.names;

interface Named {
  id: string;
  name: string;
}

/** Everything the lines of a file may point at, read once: 5,000 lines must not mean 20,000 queries. */
export async function loadWorld(trx: Trx, ctx: Ctx, plates: string[]): Promise<World> {
  const orgs = await trx
    .selectFrom('org')
    .select(['id', 'name', 'parent_id'])
    .where(orgScope(ctx, 'org.id'))
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const fleets = await trx
    .selectFrom('fleet')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('sort')
    .orderBy('name')
    .execute();
  const carriers = await trx
    .selectFrom('carrier')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();
  const drivers = await trx
    .selectFrom('driver')
    .select(['id', 'name', 'phone'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();
  const free = await trx
    .selectFrom('device as d')
    .select(['d.id', 'd.terminal_no'])
    .where('d.deleted_at', 'is', null)
    .where(sql<boolean>`not exists (select from device_binding b where b.device_id = d.id and upper_inf(b.during))`)
    .execute();
  const paths = pathsOf(orgs);
  const driverNames = byName(drivers);
  for (const d of drivers) if (d.phone) driverNames.set(d.phone, d.id);
  const orgNames = byName(orgs);
  for (const [id, path] of paths) orgNames.set(path, id);
  return {
    refs: { orgId: orgNames, fleetId: byName(fleets), carrierId: byName(carriers), driverId: driverNames },
    terminals: new Map(free.map((d) => [d.terminal_no, d.id])),
    vehicles: await knownVehicles(trx, ctx, plates),
    choices: {
      orgs: orgs.map((o) => (orgNames.get(o.name) === many ? (paths.get(o.id) ?? o.name) : o.name)),
      fleets: fleets.map((f) => f.name),
      carriers: carriers.map((c) => c.name),
      drivers: drivers.map((d) => (driverNames.get(d.name) === many ? (d.phone ?? d.name) : d.name)),
    },
    names: new Map([
      ...named('org', orgs),
      ...named('fleet', fleets),
      ...named('carrier', carriers),
      ...named('driver', drivers),
    ]),
  };
}

const named = (kind: string, list: Named[]): Array<[string, string]> => list.map((x) => [`${kind} ${x.id}`, x.name]);

function byName(list: Named[]): Map<string, string | typeof many> {
  const found = new Map<string, string | typeof many>();
  for (const { id, name } of list) found.set(name, found.has(name) ? many : id);
  return found;
}

/** `总部/华东分公司/上海部` of every department, as far up as the caller sees. */
function pathsOf(orgs: Array<Named & { parent_id: string | null }>): Map<string, string> {
  const byId = new Map(orgs.map((o) => [o.id, o]));
  const path = (id: string, depth = 0): string => {
    const org = byId.get(id);
    if (!org) return '';
    const above = org.parent_id && byId.has(org.parent_id) && depth < 20 ? `${path(org.parent_id, depth + 1)}/` : '';
    return above + org.name;
  };
  return new Map(orgs.map((o) => [o.id, path(o.id)]));
}

/** The company's vehicles that the file names, as an update starts from them. */
async function knownVehicles(trx: Trx, ctx: Ctx, plates: string[]): Promise<Map<string, KnownVehicle>> {
  const wanted = [...new Set(plates.map(normalPlate).filter(Boolean))];
  const found = new Map<string, KnownVehicle>();
  if (wanted.length === 0) return found;
  // `pick` takes just the form's fields; what an old row breaks of today's rules is told when it is checked
  const blank = {} as KnownVehicle['fields'];
  for (const { id, plate_no } of await ownPlates(trx, ctx, wanted)) {
    found.set(plate_no, { id, version: 0, visible: false, terminalNo: '', fields: blank });
  }
  const ids = [...found.values()].map((v) => v.id);
  for (const v of ids.length > 0 ? await findVehicles(trx, ctx, ids) : []) {
    const fields = Object.fromEntries(Object.keys(vehicleFields.shape).map((key) => [key, v[key as keyof typeof v]]));
    found.set(v.plateNo, {
      id: v.id,
      version: v.version,
      visible: true,
      terminalNo: v.terminalNo,
      fields: fields as KnownVehicle['fields'],
    });
  }
  return found;
}
