import { orderSites } from '@tongda/contract/transport/order/calls';
import { call } from '../../../kit/call/api';
import type { Found } from '../../../kit/form/input/remote-select';

const quiet = { quiet: true } as const;
/** Choices of the order form; a stable function, as the control wants it. */
export const searchOrderSites = (): Promise<Found[]> => call(orderSites, undefined, quiet);
