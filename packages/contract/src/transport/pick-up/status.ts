import type { EnumCode } from '../../core/enum';
import { orderStatus, transportationStatus } from '../enums';

type OrderStatus = EnumCode<typeof orderStatus>;

/** Whether a number is that of a pick-up order (`TH…`). A 提单 carries pick-up orders where other waybills carry customer orders. */
export const isPickUpCode = (code: string): boolean => code.startsWith('TH');

/** Facts that decide the state of a pick-up order. */
export interface PickUpFacts {
  /** it, or its customer order, was voided */
  voided: boolean;
  /** it, or its customer order, was split: the children are picked up instead */
  divided: boolean;
  /** the leg that carries it: its own on a 提单, or the first one of an order that goes without a 提单 */
  leg: {
    transportationStatus: EnumCode<typeof transportationStatus>;
    loadPieces: number;
    /** the truck stands at the pick-up point, or loading has begun */
    atPoint: boolean;
  } | null;
}

/** State of a pick-up order from what happened to it; never set by hand (transport.md 3.2). */
export function derivePickUpStatus({ voided, divided, leg }: PickUpFacts): OrderStatus {
  if (voided || divided) return orderStatus.voided;
  if (leg === null) return orderStatus.toDispatch;
  if (leg.transportationStatus === transportationStatus.completed) return orderStatus.completed;
  if (leg.transportationStatus === transportationStatus.inTransit) return orderStatus.inTransit;
  return leg.loadPieces > 0 || leg.atPoint ? orderStatus.loading : orderStatus.toLoad;
}

/** Why a pick-up failed, as the desk chooses it; anything else is typed. */
export const failReasons = ['客户未备货', '地址错误', '客户拒交', '联系不上客户', '车辆故障'] as const;
