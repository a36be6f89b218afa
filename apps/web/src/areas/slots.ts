import { lazy } from 'react';
import { alarmSlot } from '../modules/base/message/alarm-slot';
import { subscriptionSlot } from '../modules/company/openapi/subscription-slot';
import { openingSlot } from '../modules/company/profile/opening-slot';
import { curveSlot } from '../modules/watch/alarm/detail/curve-slot';
import { frameSlot } from '../modules/watch/alarm/detail/frame-slot';
import { repairSlot } from '../modules/watch/alarm/handle/repair-slot';

/** Parts of higher modules that lower ones show without knowing them; each comes when it is opened. */
export function fillSlots(): void {
  alarmSlot.fill(lazy(async () => ({ default: (await import('../modules/watch/alarm/feed/glimpse')).AlarmGlimpse })));
  openingSlot.fill(lazy(async () => ({ default: (await import('../shell/dialog/page-opening')).PageOpening })));
  frameSlot.fill(
    lazy(async () => ({ default: (await import('../modules/resources/frame/of-alarm')).AlarmFrameButton })),
  );
  curveSlot.fill(lazy(async () => ({ default: (await import('../reports/alarm/curve')).AlarmCurve })));
  repairSlot.fill(lazy(async () => ({ default: (await import('../modules/resources/vehicle/repair/new')).NewRepair })));
  subscriptionSlot.fill(
    lazy(async () => ({ default: (await import('../modules/rules/forwarding/subscriptions')).SubscriptionsTab })),
  );
}
