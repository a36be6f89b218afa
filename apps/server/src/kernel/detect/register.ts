import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import type { EpisodeKind } from '@tongda/contract/watch/alarm/episode';
import { deviceFaults, terminalBits } from './device/rules';
import { longIdle, longParking } from './device/standing-rules';
import { vehicleFaults } from './device/vehicle-faults';
import { fuel, oilRule } from './oil/level';
import { door } from './place/door';
import { doorRule } from './place/door-rule';
import { visit } from './place/visit';
import { lineDeviation, zone } from './place/zone';
import { safety, safetyEvents } from './safety/alarms';
import { fatigue } from './safety/fatigue';
import { speed } from './safety/speed';
import { defrost } from './temperature/defrost';
import { overCo2, overHumidity, overTemperature } from './temperature/over-limit';
import { preCooling } from './temperature/pre-cooling';
import { reefer } from './temperature/reefer';
import { inTransit } from './trip/in-transit';
import { journey } from './trip/journey';
import { stopVisit } from './trip/stop-visit';
import { timeliness } from './trip/timeliness';
import type { Detector } from './types';

/** A detector to the fold, which only keeps its state and parameters and hands them back without looking at them. */
export type AnyDetector = Detector<unknown, unknown>;

/** Drops the types of state and parameters. */
// the fold gives each detector only states that it returned itself, and the parameters of its own rules
const erased = <S, P>(detector: Detector<S, P>): AnyDetector => detector as unknown as AnyDetector;

/** The detectors that run for every vehicle, before its rules. `key` names a detector's state where it is saved. The order matters: visits and fuel run before the trips that use them. */
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

/** The detector of each kind of alarm rule. */
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
  // as with `erased` above
  detectors[kind] as unknown as AnyDetector | undefined;

/** Whether episodes of a kind are alarms that people are notified of, and not plain facts. */
export const isAlarm = (kind: EpisodeKind): boolean => kind.endsWith('Alarm');
