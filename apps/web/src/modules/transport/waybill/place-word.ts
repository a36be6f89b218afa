import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';

/** What the place beside each order of a trip is: 提货单 say where they are fetched, orders who receives them. */
export const placeWord = (legs: ReadonlyArray<{ orderCode: string }>): '提货点' | '收货点' =>
  legs.length > 0 && legs.every(({ orderCode }) => isPickUpCode(orderCode)) ? '提货点' : '收货点';
