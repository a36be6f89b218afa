import type { MenuNode } from '@tongda/contract/base/identity/calls';
import { menus } from '@tongda/contract/shell/menus';
import { expect, test } from 'vitest';
import { entriesOf, findMenus, markedParts, pageOfHit } from './find';

test('marks the part that was typed, in whatever case', () => {
  expect(markedParts('苏E7F281', 'e7')).toEqual([
    { text: '苏', hit: false },
    { text: 'E7', hit: true },
    { text: 'F281', hit: false },
  ]);
  expect(markedParts('苏州园区仓', 'sz')).toEqual([{ text: '苏州园区仓', hit: false }]);
  expect(markedParts('苏州', ' ')).toEqual([{ text: '苏州', hit: false }]);
});

// only these fields are looked at
const node = (name: string, url: string, children: MenuNode[] = []) =>
  ({ name, url, icon: '', children }) as unknown as MenuNode;

test('menus are found by name, by initials and by what they stand under', () => {
  const entries = entriesOf([node('运单管理', '', [node('提单', '/a'), node('到站管理', '/b')])]);
  const names = (text: string) => findMenus(entries, text).map((entry) => entry.node.name);
  expect(names('dzgl')).toEqual(['到站管理']);
  expect(names('运单')).toEqual(['提单', '到站管理']);
});

test('a document that has no page of its own leads to that of its order or waybill', () => {
  const [lists, root] = [[menus.receiptManage, menus.pickUpOrder], menus.transportRoot];
  const tree = [
    {
      ...node(
        root.name,
        '',
        lists.map(({ id, name }) => ({ ...node(name, ''), id: String(id) })),
      ),
      id: String(root.id),
    },
  ];
  const hit = { id: '1', relation: '', state: '' };
  const pages = [
    pageOfHit(tree, 'receipt', { ...hit, name: 'HD1', under: 'DD7' }),
    pageOfHit(tree, 'pickUp', { ...hit, name: 'TH1' }),
  ];
  expect(pages).toEqual([
    '/transport/businessTracking/receiptManage/detail/DD7',
    '/transport/orderManage/pickUpOrder/details?id=TH1',
  ]);
});

test('a hit leads nowhere for who may enter none of its pages', () => {
  expect(pageOfHit([], 'order', { id: '1', name: 'DD1', relation: '', state: '' })).toBeNull();
});
