import * as contract from '@tongda/contract/watch/command/calls';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../../core/bus/topics';
import { route } from '../../../core/http/route';
import { cancelCommands, retryCommands } from './again';
import { listCommands, pageCommands } from './repo';
import { giveCommand } from './service';
import { textWords } from './words';

/** Commands to terminals: giving them, what became of them, taking back and repeating. */
export function commandRoutes(app: FastifyInstance, bus: Bus): void {
  route(app, contract.commandText, (ctx, { vehicleIds, text, urgent, show, speak }) => {
    const order = { kind: 'text', text, urgent, show, speak } as const;
    return giveCommand(ctx, { vehicleIds, order, summary: textWords(order) });
  });
  route(app, contract.commandLocate, (ctx, { vehicleIds, reason }) =>
    giveCommand(ctx, { vehicleIds, reason, order: { kind: 'locate' }, summary: '立即上报位置' }),
  );
  route(app, contract.commandPage, pageCommands);
  route(app, contract.commandList, (ctx, { ids }) => ctx.db((trx) => listCommands(trx, ctx, ids)));
  route(app, contract.commandCancel, (ctx, { ids }) => cancelCommands(ctx, bus, ids));
  route(app, contract.commandRetry, (ctx, { ids }) => retryCommands(ctx, ids));
}
