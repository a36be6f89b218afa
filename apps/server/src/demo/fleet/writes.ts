import { writeContent } from '@tongda/contract/resources/enums';
import type { App } from '../../core/run/app';
import { Authenticator } from '../../modules/base/identity/door';
import { emptyWrite, sendWrite } from '../../modules/resources/card/door';
import { vehicleId } from './vehicle/rows';

/**
 * Tasks of 写入设备 as the demo's administrator would give them. Terminals answer when the simulator has started: 53 takes nothing of the kind (unsupported), 17
 * refuses, and 48, which was never switched on, leaves its line waiting.
 */
export async function giveDemoWrites({ database, secrets, log }: App): Promise<void> {
  const ctx = await new Authenticator(database, secrets, log).ofUser('151');
  if (!ctx) return;
  const vehicles = (...nos: number[]) => nos.map(vehicleId);
  await sendWrite(ctx, {
    ...emptyWrite,
    content: writeContent.params,
    speedLimitKmh: 90,
    overspeedS: 10,
    vehicleIds: vehicles(7, 8, 17, 53),
  });
  const text = '冬季行车：出车前检查轮胎与防滑链';
  await sendWrite(ctx, {
    ...emptyWrite,
    content: writeContent.text,
    text,
    speak: true,
    vehicleIds: vehicles(9, 48),
  });
}
