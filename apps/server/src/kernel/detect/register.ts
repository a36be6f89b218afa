import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import type { EpisodeKind } from '@tongda/contract/watch/alarm/episode';
import { deviceRule, terminalRule } from './device/rules';
import { idleRule, parkingRule } from './device/standing-rules';
import { faultRule } from './device/vehicle-faults';
import { fuelDetector, oilRule } from './oil/level';
import { doorDetector } from './place/door';
import { doorRule } from './place/door-rule';
import { visitDetector } from './place/visit';
import { lineRule, zoneRule } from './place/zone';
import { safetyEventDetector, safetyRule } from './safety/alarms';
import { fatigueRule } from './safety/fatigue';
import { speedRule } from './safety/speed';
import { defrostDetector } from './temperature/defrost';
import { co2Rule, humidityRule, temperatureRule } from './temperature/over-limit';
import { preCoolingDetector } from './temperature/pre-cooling';
import { reeferDetector } from './temperature/reefer';
import { inTransitDetector } from './trip/in-transit';
import { journeyDetector } from './trip/journey';
import { stopVisitDetector } from './trip/stop-visit';
import { timelinessRule } from './trip/timeliness';
import type { Detector } from './types';

/** A detector to the fold, which only keeps its state and parameters and hands them back without looking at them. */
export type AnyDetector = Detector<unknown, unknown>;

/** Drops the types of state and parameters. */
// the fold gives each detector only states that it returned itself, and the parameters of its own rules
const eraseTypes = <S, P>(detector: Detector<S, P>): AnyDetector => detector as unknown as AnyDetector;

/** The detectors that run for every vehicle, before its rules. `key` names a detector's state where it is saved. The order matters: visits and fuel run before the trips that use them. */
export const plainDetectors: ReadonlyArray<{ key: string; detector: AnyDetector; params: unknown }> = [
  { key: 'door', detector: eraseTypes(doorDetector), params: undefined },
  { key: 'visit', detector: eraseTypes(visitDetector), params: undefined },
  { key: 'stopVisit', detector: eraseTypes(stopVisitDetector), params: undefined },
  { key: 'inTransit', detector: eraseTypes(inTransitDetector), params: undefined },
  { key: 'fuel', detector: eraseTypes(fuelDetector), params: undefined },
  { key: 'journey', detector: eraseTypes(journeyDetector), params: undefined },
  { key: 'reefer', detector: eraseTypes(reeferDetector), params: undefined },
  { key: 'preCooling', detector: eraseTypes(preCoolingDetector), params: undefined },
  { key: 'defrost', detector: eraseTypes(defrostDetector), params: undefined },
  { key: 'safetyEvent', detector: eraseTypes(safetyEventDetector), params: undefined },
];

/** The detector of each kind of alarm rule. */
const detectors: { [K in RuleKind]?: Detector<never, RuleParams[K]> } = {};
function registerRule<K extends RuleKind, S>(kind: K, detector: Detector<S, RuleParams[K]>): void {
  Object.assign(detectors, { [kind]: detector });
}
registerRule('temperature', temperatureRule);
registerRule('humidity', humidityRule);
registerRule('co2', co2Rule);
registerRule('door', doorRule);
registerRule('speed', speedRule);
registerRule('parking', parkingRule);
registerRule('idle', idleRule);
registerRule('fatigue', fatigueRule);
registerRule('zone', zoneRule);
registerRule('line', lineRule);
registerRule('oil', oilRule);
registerRule('device', deviceRule);
registerRule('fault', faultRule);
registerRule('terminal', terminalRule);
registerRule('safety', safetyRule);
registerRule('timeliness', timelinessRule);

export const ruleDetector = (kind: RuleKind): AnyDetector | undefined =>
  // as with `eraseTypes` above
  detectors[kind] as unknown as AnyDetector | undefined;

/** Whether episodes of a kind are alarms that people are notified of, and not plain facts. */
export const isAlarm = (kind: EpisodeKind): boolean => kind.endsWith('Alarm');
