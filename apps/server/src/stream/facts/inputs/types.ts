import { dayMs } from '@tongda/contract/core/durations';
import { ruleScope, scopeWeight } from '@tongda/contract/rules/alarm-rule/codes';
import { coversSubjects } from '@tongda/contract/rules/alarm-rule/words';
import { allDoors } from '../../../kernel/detect/place/door-rule';
import { noShapes, ShapeIndex } from '../../../kernel/detect/place/shapes';
import type { PlaceShape } from '../../../kernel/detect/place/types';
import { airOf } from '../../../kernel/detect/temperature/reefer-mode';
import type { ActiveRule, Moment, Surroundings } from '../../../kernel/detect/types';
import { kernelDefaults, type SettingsAt } from '../../../kernel/settings';
import type { Db, Refused } from '../spans';
import type { DayInputs } from '../summary';
import { type Period, valueAt, valuesAt } from '../timeline';
import { readCardsOf } from './cards';
import { readLocksOf } from './locks';
import { type ClientInputs, readClient, type ScopedRule } from './read';
import { readTripsOf } from './trips';
import type { Probe, VehicleInputs } from './vehicles';

/** The stops of a waybill are watched until this long after its planned end, ms. */
const longestTripMs = 2 * dayMs;

/**
 * What holds for a vehicle at a moment: rules, places, probes, tanks, driver and so on. It is read for a whole company when first asked for, and again
 * after a change (`forget`). Answers about the past stay the same, because everything is stored with the period it was valid.
 */
export class Inputs {
  private readonly clients = new Map<string, Promise<ClientInputs>>();
  private readonly ready = new Map<string, ClientInputs>();

  constructor(
    private readonly db: Db,
    private readonly refused: Refused = () => undefined,
    private readonly now: () => number = Date.now,
  ) {}

  /** To be called when something of a company changed: the next `load` reads everything again. */
  forget(clientId: string): void {
    this.clients.delete(clientId);
    this.ready.delete(clientId);
  }

  /** What holds for a vehicle at `t` (epoch ms); undefined when the company's inputs are not in memory, then call {@link load} first. */
  at(clientId: string, vehicleId: string, t: number): Moment | undefined {
    const client = this.ready.get(clientId);
    const vehicle = client?.vehicles.get(vehicleId);
    if (!client || !vehicle) return undefined;
    return cachedMoment(client, vehicleId, vehicle, t);
  }

  /** The constants of a vehicle by time; the defaults for a vehicle that is not in memory. */
  settingsAt(clientId: string, vehicleId: string): SettingsAt {
    return this.ready.get(clientId)?.vehicles.get(vehicleId)?.settingsAt ?? (() => kernelDefaults);
  }

  /** What the summary of a day needs; undefined when the company's inputs are not in memory. */
  ofDay(clientId: string, vehicleId: string): DayInputs | undefined {
    const client = this.ready.get(clientId);
    const vehicle = client?.vehicles.get(vehicleId);
    if (!client || !vehicle) return undefined;
    let held: Period<Surroundings['probes']> | undefined;
    return {
      aroundAt: (t) => cachedMoment(client, vehicleId, vehicle, t).around,
      boundsAt: (t) => {
        if (!held || t < held.from || t >= held.to) {
          const { value, ...period } = valueAt(vehicle.probes, t);
          held = { ...period, value: boundsOf(value ?? []) };
        }
        return held.value;
      },
      settings: vehicle.settingsAt,
    };
  }

  /** Makes sure that a company's inputs are in memory; a vehicle that is not among them makes it read them again. False when there is no such vehicle. */
  async load(clientId: string, vehicleId: string): Promise<boolean> {
    const known = this.ready.get(clientId);
    if (known?.vehicles.has(vehicleId)) return true;
    if (known) this.forget(clientId);
    let reading = this.clients.get(clientId);
    if (!reading) {
      reading = readClient(this.db, clientId, this.refused, this.now());
      this.clients.set(clientId, reading);
      reading.catch(() => this.clients.get(clientId) === reading && this.clients.delete(clientId));
    }
    const client = await reading;
    if (this.clients.get(clientId) === reading) this.ready.set(clientId, client);
    return client.vehicles.has(vehicleId);
  }

  /** Reads the older waybills, cards and locks that days since `from` (epoch ms) need. The company must have been loaded. */
  async reach(clientId: string, vehicleId: string, from: number): Promise<void> {
    const vehicle = this.ready.get(clientId)?.vehicles.get(vehicleId);
    const since = from - longestTripMs;
    if (!vehicle || since >= vehicle.tripsSince) return;
    const older: Pick<VehicleInputs, 'stops' | 'entered'> = { stops: [], entered: [] };
    await readTripsOf(this.db, clientId, new Map([[vehicleId, older]]), { since, vehicleId });
    await readCardsOf(this.db, clientId, new Map([[vehicleId, vehicle]]), { since, vehicleId });
    await readLocksOf(this.db, clientId, new Map([[vehicleId, vehicle]]), { since, vehicleId });
    Object.assign(vehicle, older, { tripsSince: since });
    delete vehicle.moment;
  }

  /** To be called when a driver's card was put in or taken out: reads the vehicle's cards again. */
  async cardChanged(clientId: string, vehicleId: string): Promise<void> {
    // a read that is under way may have looked before the card was stored
    await this.clients.get(clientId)?.catch(() => undefined);
    const vehicle = this.ready.get(clientId)?.vehicles.get(vehicleId);
    if (!vehicle) return;
    await readCardsOf(this.db, clientId, new Map([[vehicleId, vehicle]]), { since: vehicle.tripsSince, vehicleId });
    delete vehicle.moment;
  }

  zoneOf(clientId: string): string | undefined {
    return this.ready.get(clientId)?.zone;
  }

  /** A rule by id and version, for a saved state that refers to it. */
  rule(clientId: string, id: string, version: number): ActiveRule | undefined {
    const rules = this.ready.get(clientId)?.rules ?? [];
    return rules.find(({ value: { rule } }) => rule.id === id && rule.version === version)?.value.rule;
  }
}

/** The moment at `t`; the last answer is used again while it holds, as reports come in order. */
function cachedMoment(client: ClientInputs, vehicleId: string, vehicle: VehicleInputs, t: number): Moment {
  const known = vehicle.moment;
  if (known && t >= known.from && t < known.to) return known.value;
  vehicle.moment = momentAt(client, vehicleId, vehicle, t);
  return vehicle.moment.value;
}

function momentAt(client: ClientInputs, vehicleId: string, vehicle: VehicleInputs, t: number): Period<Moment> {
  const fleet = valueAt(vehicle.fleets, t);
  const org = valueAt(vehicle.orgs, t);
  const driver = valueAt(vehicle.drivers, t);
  const probes = valueAt(vehicle.probes, t);
  const wires = valueAt(vehicle.wires, t);
  const tanks = valuesAt(vehicle.tanks, t);
  const calls = valuesAt(vehicle.calls, t);
  const stops = valuesAt(vehicle.stops, t);
  const entered = valuesAt(vehicle.entered, t);
  const locked = valuesAt(vehicle.locked, t);
  const rules = valuesAt(client.rules, t);
  const places = valuesAt(client.shapes, t);
  const calc = valueAt(client.calc, t);
  const trip = valueAt(vehicle.trips, t);
  const spans: ReadonlyArray<Period<unknown>> = [
    calc,
    trip,
    fleet,
    org,
    driver,
    probes,
    wires,
    tanks,
    calls,
    stops,
    entered,
    locked,
    rules,
    places,
  ];
  const owner = { vehicleId, fleetId: fleet.value, orgIds: client.orgsAbove.get(org.value ?? '') ?? [] };
  const active = withPrecedence(rules.value.filter((scoped) => ruleCovers(scoped, owner)));
  active.sort((a, b) => Number(a.id) - Number(b.id));
  const around: Surroundings = {
    zone: client.zone,
    shapes: indexOf(client, places),
    driverId: driver.value ?? null,
    tanks: new Map(tanks.value.flatMap(({ tank, table }) => (table.length > 0 ? [[tank, table] as const] : []))),
    oil: new Map(tanks.value.map(({ tank, limits }) => [tank, limits])),
    refLPer100Km: vehicle.refLPer100Km,
    trip: trip.value ?? null,
    tankCapacityL: vehicle.tankCapacityL,
    probes: boundsOf(probes.value ?? []),
    settings: vehicle.settingsAt(t),
    calls: calls.value.flat(),
    stops: stops.value,
    entered: entered.value,
    air: airOf(probes.value ?? []),
    lockedDoors: lockedDoorsOf(locked.value, probes.value ?? []),
  };
  return {
    from: Math.max(...spans.map((span) => span.from)),
    to: Math.min(...spans.map((span) => span.to)),
    value: {
      around,
      driverAt: (then) => valueAt(vehicle.drivers, then).value ?? null,
      rules: active,
      rulesKey: active.map(({ id, version }) => `${id}:${version}`).join(),
      wires: wires.value ?? null,
    },
  };
}

interface Owner {
  vehicleId: string;
  fleetId: string | undefined;
  /** the department and those above it */
  orgIds: readonly string[];
}
function ruleCovers({ scope, targets, excluded }: ScopedRule, { vehicleId, fleetId, orgIds }: Owner): boolean {
  if (excluded.has(vehicleId)) return false;
  switch (scope) {
    case ruleScope.company:
      return true;
    case ruleScope.fleets:
      return fleetId !== undefined && targets.has(fleetId);
    case ruleScope.orgs:
      return orgIds.some((id) => targets.has(id));
    case ruleScope.vehicles:
      return targets.has(vehicleId);
  }
}

/** The rules of one vehicle, each with the more specific ones of its kind that cover everything it is about. */
function withPrecedence(scoped: readonly ScopedRule[]): ActiveRule[] {
  return scoped.map((one) => {
    const yieldsTo = scoped.filter(
      (other) =>
        other.rule.kind === one.rule.kind &&
        scopeWeight[other.scope] > scopeWeight[one.scope] &&
        coversSubjects(other.subjects, one.subjects),
    );
    return yieldsTo.length === 0 ? one.rule : { ...one.rule, yieldsTo: yieldsTo.map(({ rule }) => rule) };
  });
}

function indexOf(client: ClientInputs, places: Period<PlaceShape[]>): ShapeIndex {
  if (places.value.length === 0) return noShapes;
  const known = client.indexes.get(places.from);
  if (known) return known;
  const index = new ShapeIndex(places.value);
  client.indexes.set(places.from, index);
  return index;
}

/** The doors that closed locks hang on, by the names of the doors: a lock that names none, or a door that nobody named so, is taken for every door without a name of its own. */
function lockedDoorsOf(locks: readonly string[], probes: readonly Probe[]): ReadonlySet<number> {
  if (locks.length === 0) return noDoors;
  const nameOf = (no: number) => probes.find(({ kind, channel }) => kind === 'door' && channel === no)?.name || null;
  return new Set(allDoors.filter((no) => locks.some((door) => door === '' || (nameOf(no) ?? door) === door)));
}
const noDoors: ReadonlySet<number> = new Set();

const boundsOf = (probes: readonly Probe[]): Surroundings['probes'] =>
  probes.filter((p) => p.kind === 'tem' && p.alarm && (p.lower !== null || p.upper !== null));
