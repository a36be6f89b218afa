import { textType } from '@tongda/contract/resources/enums';
import type { App } from '../../core/run/app';
import { Authenticator } from '../../modules/base/identity/door';
import { giveCommand, propertiesOrder, readOrder, setOrder, textOrder } from '../../modules/watch/command/door';
import { vehicleId } from './vehicle/rows';

/**
 * Gives commands as the demo's administrator would. Nobody is connected yet: the terminals answer when the simulator has started, two of them with a
 * refusal (17) and as unsupported (53); the one that was never switched on (48) leaves its command waiting.
 */
export async function giveDemoCommands({ database, secrets, log }: App): Promise<void> {
  const ctx = await new Authenticator(database, secrets, log).ofUser('151');
  if (!ctx) return;
  const to = (...nos: number[]) => ({ vehicleIds: nos.map(vehicleId) });
  const say = (text: string, urgent = false) =>
    textOrder({ vehicleIds: [], text, urgent, show: true, speak: true, textType: textType.notice });
  await giveCommand(ctx, to(1, 2, 17, 48), say('今晚有暴雨，请提前检查篷布和制冷机'));
  await giveCommand(ctx, to(4), say('前方G60嘉兴段拥堵，请改走S32', true));
  await giveCommand(ctx, to(1, 3), propertiesOrder);
  await giveCommand(ctx, to(2, 53), readOrder({ vehicleIds: [], reason: '', ids: [] }));
  const limit = { vehicleIds: [], reason: '', values: [{ key: 'speedLimit', value: 90 }] };
  await giveCommand(ctx, { ...to(5, 6), reason: '雨季限速' }, setOrder(limit));
}
