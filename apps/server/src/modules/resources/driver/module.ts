import { driverSensitive } from '@tongda/contract/resources/driver/calls';
import { fullNumbersRight } from '../../../core/masks/people';
import type { ServerModule } from '../../module';
import { driverRoutes } from './routes';

fullNumbersRight.add(driverSensitive);

/** What the server starts of `driver`. */
export const driverModule: ServerModule = {
  routes: (http, { files, sessions }) => driverRoutes(http, files, sessions),
};
