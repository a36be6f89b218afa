import { z } from 'zod';
import { endpoint } from '../../../core/endpoint';
import { dateTime } from '../../../core/page';
import { version } from '../../../core/register/pieces';
import { menus } from '../../../shell/menus';
import { button } from '../../../shell/rights';
import { orderCode } from '../../order/calls';
import { autoCheck, waybillCode } from '../shapes';
import { boardOrder } from '../stow/board';

const base = '/api/tms/stowage';
const text = z.string();
const numeric = z.number().nullable();

/** How many pick-ups one call may add to a 提单 on the road. */
export const maxEnroute = 20;
const pickUpCodes = z
  .array(orderCode)
  .min(1, '请至少选择一张提货单')
  .max(maxEnroute, `一次最多加${maxEnroute}张提货单`);

/** Waiting pick-ups, nearest to the truck first. */
export const enroutePool = endpoint({
  path: `${base}/enroutePool`,
  access: { menu: menus.billOfLading.id },
  title: '途中可加的提货单',
  input: z.object({ waybillCode }),
  output: z.object({
    list: z.array(
      boardOrder.extend({
        /** straight distance from the truck's present place, km; null when that is unknown */
        awayKm: numeric,
      }),
    ),
  }),
});

const plan = z.object({
  possible: z.boolean(),
  checks: z.array(autoCheck),
  loadRateWeight: numeric,
  loadRateVolume: numeric,
  setTemp: numeric,
  /** the set-point would differ from the present one */
  setTempChanged: z.boolean(),
  /** null when a new stop has no coordinates */
  addedKm: z.number().nullable(),
  addedMin: z.number(),
  stops: z.array(
    z.object({
      seq: z.number(),
      stopType: z.number(),
      name: text,
      address: text,
      /** expected arrival; null: reached already */
      arriveTime: dateTime.nullable(),
      added: z.boolean(),
      laterMin: z.number(),
    }),
  ),
});
export type EnrouteAnswer = z.infer<typeof plan>;

export const enrouteCheck = endpoint({
  path: `${base}/enrouteCheck`,
  access: { menu: menus.billOfLading.id },
  title: '校验途中加单',
  input: z.object({ waybillCode, pickUpCodes }),
  output: plan,
});

/** 途中加单 (transport.md C2): adds the pick-ups and tells the driver; `ways` says how he was reached. */
export const enrouteAdd = endpoint({
  path: `${base}/enroute`,
  access: button('billOfLading', 'stowageEnroute'),
  title: '途中加单',
  input: z.object({ waybillCode, version, pickUpCodes }),
  output: plan.extend({
    waybillCode: text,
    version: z.number(),
    ways: z.array(z.object({ way: text, ok: z.boolean(), msg: text })),
  }),
});
