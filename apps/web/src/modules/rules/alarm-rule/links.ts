import { minuteMs } from '@tongda/contract/core/durations';
import { keysOf } from '@tongda/contract/core/keys';
import { type RuleType, ruleType } from '@tongda/contract/rules/alarm-rule/calls';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { href, routes } from '@tongda/contract/shell/routes';

/** The edit screen that a kind of rule has. */
const typeOf = (kind: RuleKind): RuleType =>
  // a list of some kinds only finds those; any kind is looked for
  keysOf(ruleType).find((type) => (ruleType[type].kinds as readonly RuleKind[]).includes(kind)) ?? 'common';

const editLink = (kind: RuleKind, query: Record<string, string | number | undefined>): string =>
  href(routes[ruleType[typeOf(kind)].route], 'report', query);

export const ruleLinks = {
  list: href(routes.ruleSettingsList, 'report'),
  add: (kind: RuleKind) => editLink(kind, { kind }),
  edit: (kind: RuleKind, id: string) => editLink(kind, { id }),
  copy: (kind: RuleKind, id: string) => editLink(kind, { id, copy: 1 }),
  /** the form with its trial open */
  trial: (kind: RuleKind, id: string) => editLink(kind, { id, trial: 1 }),
};

const wireToMs = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);
const msToWire = (t: number): string => new Date(t).toISOString().slice(0, 19).replace('T', ' ');
/** The trajectory around something that happened; wall times of the company in and out. */
export const trackAround = (vehicleId: string, startTime: string, endTime: string | null): string =>
  href(routes.trajectory, 'community', {
    vehicleId,
    startTime: msToWire(wireToMs(startTime) - 15 * minuteMs),
    endTime: msToWire(wireToMs(endTime ?? startTime) + 15 * minuteMs),
  });
