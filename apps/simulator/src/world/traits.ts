import { type DemoVehicle, demoVehicles } from '../fleet/demo-fleet';
import { type Story, storiesOf } from '../fleet/stories';
import { hashSeed } from './random';

/** What every report of a vehicle needs and never changes. */
export interface Traits {
  stories: readonly Story[];
  brokenChannels: ReadonlySet<number>;
  drifts: boolean;
  vehicleSeed: number;
  sensorSeed: number;
}

const known = new Map<number, Traits>(demoVehicles.map((v) => [v.no, build(v)]));

function build({ no }: DemoVehicle): Traits {
  const stories = storiesOf(no);
  return {
    stories,
    brokenChannels: new Set(stories.flatMap((s) => (s.kind === 'probeBroken' ? [s.channel] : []))),
    drifts: stories.some((s) => s.kind === 'driftSpike'),
    vehicleSeed: hashSeed('vehicle', no),
    sensorSeed: hashSeed('sensor', no),
  };
}

export function traitsOf(vehicle: DemoVehicle): Traits {
  const traits = known.get(vehicle.no);
  if (traits) return traits;
  const made = build(vehicle);
  known.set(vehicle.no, made);
  return made;
}
