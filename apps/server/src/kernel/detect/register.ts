import type { EpisodeKind } from '@tongda/contract/alarm/episode';
import type { RuleKind } from '@tongda/contract/alarm/rule-kind';
import type { RuleParams } from '@tongda/contract/alarm/rules';
import { defrost } from './defrost';
import type { Detector } from './detector';
import { deviceFaults, terminalBits } from './device-rules';
import { door } from './door';
import { doorRule } from './door-rule';
import { fatigue } from './fatigue';
import { inTransit } from './in-transit';
import { journey } from './journey';
import { fuel, oilRule } from './oil';
import { overCo2, overHumidity, overTemperature } from './over-limit';
import { preCooling } from './pre-cooling';
import { reefer } from './reefer';
import { safety, safetyEvents } from './safety';
import { speed } from './speed';
import { longIdle, longParking } from './standing-rules';
import { stopVisit } from './stop-visit';
import { timeliness } from './timeliness';
import { vehicleFaults } from './vehicle-faults';
import { visit } from './visit';
import { lineDeviation, zone } from './zone';

/** A detector whose state and parameters only it knows: the fold keeps them and hands them back. */
export type AnyDetector = Detector<unknown, unknown>;

/** Forgets the types of state and parameters: the fold gives each detector only what that detector returned, and its own rule's params. */
const erased = <S, P>(detector: Detector<S, P>): AnyDetector => detector as unknown as AnyDetector;

/** What every vehicle has, before its rules; `key` is the place in the saved state. The order matters: visits and oil come before the trips that lean on them. */
export const plainDetectors: ReadonlyArray<{ key: string; detector: AnyDetector; params: unknown }> = [
  { key: 'door', detector: erased(door), params: undefined },
  { key: 'visit', detector: erased(visit), params: undefined },
  { key: 'stopVisit', detector: erased(stopVisit), params: undefined },
  { key: 'inTransit', detector: erased(inTransit), params: undefined },
  { key: 'fuel', detector: erased(fuel), params: undefined },
  { key: 'journey', detector: erased(journey), params: undefined },
  { key: 'reefer', detector: erased(reefer), params: undefined },
  { key: 'preCooling', detector: erased(preCooling), params: undefined },
  { key: 'defrost', detector: erased(defrost), params: undefined },
  { key: 'safetyEvent', detector: erased(safetyEvents), params: undefined },
];

/** Rules by kind. */
const detectors: { [K in RuleKind]?: Detector<never, RuleParams[K]> } = {};
function rule<K extends RuleKind, S>(kind: K, detector: Detector<S, RuleParams[K]>): void {
  Object.assign(detectors, { [kind]: detector });
}
rule('temperature', overTemperature);
rule('humidity', overHumidity);
rule('co2', overCo2);
rule('door', doorRule);
rule('speed', speed);
rule('parking', longParking);
rule('idle', longIdle);
rule('fatigue', fatigue);
rule('zone', zone);
rule('line', lineDeviation);
rule('oil', oilRule);
rule('device', deviceFaults);
rule('fault', vehicleFaults);
rule('terminal', terminalBits);
rule('safety', safety);
rule('timeliness', timeliness);

export const ruleDetector = (kind: RuleKind): AnyDetector | undefined =>
  detectors[kind] as unknown as AnyDetector | undefined;

/** Kinds that people are told about. */
export const isAlarm = (kind: EpisodeKind): boolean => kind.endsWith('Alarm');
