import { type DemoVehicle, demoVehicles } from '../fleet/demo';
import { type Story, storiesOf } from '../fleet/stories';
import { hashSeed } from './random';

/** What all reports of a vehicle depend on and what never changes: worked out once. */
export interface Traits {
  stories: readonly Story[];
  /** Temperature channels (from 1) whose probe is broken. */
  brokenChannels: ReadonlySet<number>;
  /** Whether single fixes are thrown far away. */
  drifts: boolean;
  /** Charge of the terminal's own battery, per cent; null: it does not tell. */
  backupPct: number | null;
  /** Seed of what the vehicle does. */
  vehicleSeed: number;
  /** Seed of what its sensors see. */
  sensorSeed: number;
}

const known = new Map<number, Traits>(demoVehicles.map((v) => [v.no, buildTraits(v)]));

function buildTraits({ no }: DemoVehicle): Traits {
  const stories = storiesOf(no);
  return {
    stories,
    brokenChannels: new Set(stories.flatMap((s) => (s.kind === 'probeBroken' ? [s.channel] : []))),
    backupPct: stories.find((s) => s.kind === 'weakBackup')?.pct ?? null,
    drifts: stories.some((s) => s.kind === 'driftSpike'),
    vehicleSeed: hashSeed('vehicle', no),
    sensorSeed: hashSeed('sensor', no),
  };
}

/** Traits of a vehicle, of the demo fleet or made up by a test. */
export function traitsOf(vehicle: DemoVehicle): Traits {
  const traits = known.get(vehicle.no);
  if (traits) return traits;
  const made = buildTraits(vehicle);
  known.set(vehicle.no, made);
  return made;
}
