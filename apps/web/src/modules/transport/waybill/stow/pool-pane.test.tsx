import { orderStatus } from '@tongda/contract/transport/enums';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { boardOrder } from './board/samples';
import { PoolRow, waitingWords } from './pool-pane';

const rowOf = (more: Partial<typeof boardOrder>): string => {
  const nothing = (): void => undefined;
  const acts = { tick: nothing, enter: nothing, start: nothing, end: nothing };
  return renderToStaticMarkup(<PoolRow order={{ ...boardOrder, ...more }} ticked={false} {...acts} />);
};

it('marks an order that waits although its window is over, and no other', () => {
  expect(rowOf({ arriveTo: '2020-11-20 08:00:00' })).toMatch(/transport-waybill-stow-urgent">晚\d+天/u);
  expect(rowOf({ arriveTo: '2120-11-20 08:00:00' })).not.toContain('晚');
});

it('says where the goods lie beside their number', () => {
  const site = { placeId: '7', name: '青浦分拨中心', lng: 121.1, lat: 31.15 };
  expect(rowOf({ site })).toContain('>在青浦分拨中心</span> <span>DD1</span>');
});

it('counts goods that lie at a site beside the orders that are 待调度, and says nothing of them when there are none', () => {
  const waits = { orderStatus: orderStatus.toDispatch };
  const lies = { orderStatus: orderStatus.inTransit };
  expect(waitingWords([waits, lies, waits])).toBe('待调度 2，在站待续程 1');
  expect(waitingWords([lies])).toBe('待调度 0，在站待续程 1');
  expect(waitingWords([waits, waits])).toBe('');
  expect(waitingWords([])).toBe('');
});
