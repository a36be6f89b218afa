import type { Output } from '@tongda/contract/core/endpoint';
import type { planDetail } from '@tongda/contract/ground/route-plan/calls';
import type { LngLat } from '@tongda/geo/types';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { extension, onlyPart } from '../../../core/run/extension';

/** The way of a plan that the terminal watches while the plan runs; times epoch ms. */
export interface PlanWay {
  name: string;
  path: readonly LngLat[];
  halfWidthM: number;
  period: { from: number; to: number };
}
/** What a vehicle's terminal is told of a plan. */
export interface PlanWrites {
  texts: readonly string[];
  way: PlanWay | null;
  /** a way that was written before is deleted */
  recall: boolean;
}

/** How plans reach the terminals of vehicles. Writing to terminals belongs to the resources wing, a higher one, which provides this. */
export interface PlanTerminal {
  /** stores the tasks in the transaction; they go out at the commit */
  write: (trx: Trx, ctx: Ctx, plan: { id: string; vehicleId: string }, writes: PlanWrites) => Promise<void>;
  /** what was sent to terminals for a plan and what became of it, the newest first */
  writesOf: (trx: Trx, ctx: Ctx, planId: string) => Promise<Output<typeof planDetail>['writes']>;
}

/** Where the module that writes to terminals adds itself. */
export const planTerminal = extension<PlanTerminal>();

/** The part that was provided; throws when the process was started without it. */
export const terminalOfPlans = (): PlanTerminal => onlyPart(planTerminal, 'writing of plans into terminals');
