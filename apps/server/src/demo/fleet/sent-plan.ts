import { sql } from 'kysely';
import { AppError } from '../../core/http/errors';
import type { App } from '../../core/run/app';
import { Authenticator } from '../../modules/base/identity/door';
import { sendPlan } from '../../modules/ground/route-plan/door';
import { demoClients } from '../people/users';
import { planToSend } from './route-plans';

/**
 * Sends a plan to the phone of the demo's driver and to the terminal of the truck. The terminal is not connected yet; it answers once the simulator
 * has started.
 */
export async function sendDemoPlan({ database, secrets, log }: App): Promise<void> {
  const ctx = await new Authenticator(database, secrets, log).ofUser('151');
  if (!ctx) return;
  const { rows } = await sql<{
    version: number;
  }>`update route_plan set vehicle_id = v.id from app_user u join vehicle v on v.driver_id = u.driver_id
    where route_plan.id = ${planToSend} and u.account_code = 'siji' and u.client_id = ${demoClients.cold.id} and v.deleted_at is null
    returning route_plan.version`.execute(database.systemDb);
  const [plan] = rows;
  if (!plan) return;
  try {
    await sendPlan(ctx, { id: planToSend, version: plan.version, ways: ['driver', 'text'] });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ msg: error.message }, 'the demo plan was not sent');
  }
}
