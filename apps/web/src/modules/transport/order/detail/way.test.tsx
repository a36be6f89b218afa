// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { menus } from '@tongda/contract/shell/menus';
import { orderStatus } from '@tongda/contract/transport/enums';
import type { OrderDetail } from '@tongda/contract/transport/order/calls';
import { splitFlag } from '@tongda/contract/transport/waybill/enums';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useSession } from '../../../../kit/session/user';
import { stubDocument } from '../../../../kit/test-document';
import { OrderWay } from './way';

stubDocument();
afterEach(() => {
  cleanup();
  useSession.setState({ menus: new Set(), buttons: new Set() });
});

// what the page shows of a split order
const parent = {
  orderCode: 'DD1',
  orderStatus: orderStatus.inTransit,
  splitFlag: splitFlag.parent,
  parent: null,
  mergedFrom: [],
  children: [
    { orderCode: 'DD1-01', orderStatus: 4, receiver: '店', receiveArea: '上海市', totalPieces: 3 },
    { orderCode: 'DD1-02', orderStatus: 1, receiver: '店', receiveArea: '上海市', totalPieces: 4 },
  ],
} as unknown as OrderDetail; // the other fields are not read

test.each([
  ['leads to its tracking', new Set([String(menus.orderTracking.id)]), 1],
  ['leads nowhere that the user may not open', new Set<string>(), 0],
])('the way of a split order names its parts and %s', (_what, held, links) => {
  useSession.setState({ menus: held, buttons: new Set() });
  render(
    <MemoryRouter>
      <OrderWay order={parent} />
    </MemoryRouter>,
  );
  expect(screen.getByText('DD1-01')).toBeTruthy();
  expect(screen.queryAllByRole('link', { name: '在订单跟踪中查看' })).toHaveLength(links);
});
