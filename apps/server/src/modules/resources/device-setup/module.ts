import { minuteMs } from '@tongda/contract/core/durations';
import { defineJob } from '../../../core/run/jobs';
import type { ServerModule } from '../../module';
import { moveRollouts } from './rollout-job';
import { deviceSetupRoutes } from './routes';

const moving = 'firmware-rollouts';

/** What the server starts of `device-setup`. */
export const deviceSetupModule: ServerModule = {
  routes: (http, { exports, app }) => deviceSetupRoutes(http, exports, app.blobs),
  work: ({ database: { systemDb } }) => ({
    jobs: [defineJob<object>(moving, () => moveRollouts(systemDb))],
    every: [{ name: moving, everyMs: minuteMs, what: 'roll-outs of firmware', queue: moving }],
  }),
};
