import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buttons } from '../shell/rights';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/architecture/transport-buttons.md'), 'utf8');
/** The catalogue of the specification (transport.md section 14): list, and the names of its buttons. */
const catalogue: Readonly<Record<string, string>> = {
  dispatchCenter: 'cancel manual match overVolume publish smart',
  vehicleDispatchManagement: 'accept add cancel copy edit export print publish reassign view',
  'orderManage/customerOrder':
    'abnormal add cancelSplit details dispatch edit export import merge print revokeSign share sign splitAddress splitOrder stowage viewCost void',
  'orderManage/pickUpOrder': 'add details edit export fail pick print splitOrder stowage void',
  'orderManage/receiptOrder': 'add correct details edit export print void',
  'waybillManage/billOfLading':
    'add changeVehicle check depart edit export print revokeDepart stowage stowageEnroute void',
  'waybillManage/waybillStowage': 'add check edit export load print reloading stowage void',
  'waybillManage/arrivalManage': 'arrive check dock export revoke',
  'waybillManage/departureManage': 'backdate check cooler depart edit export override revokeDepart',
  'waybillManage/transportTask': 'add check depart edit export finish reassign sign splitPool void',
  'businessTracking/orderTracking': 'abnormal export notify share sign temp track',
  'businessTracking/waybillTracking': 'abnormal arrive command export',
  'businessTracking/abnormalReporting': 'accept add assign close detail export handle reopen withdraw',
  'businessTracking/receiptManage': 'audit detail download edit export receive recover returnClient send urge',
  'settlementDeploy/officeFee':
    'add adjust audit export import invoice pay recalc refund ruleEdit send statement unaudit void',
  'settlementDeploy/freightRevenue':
    'add adjust audit deduct export import invoice pay recalc refund ruleEdit send statement unaudit void',
  'settlementDeploy/clientFee': 'agreement export freeze siteAllocation viewCost',
  'settlementDeploy/clientFee/siteAllocation': 'add confirm edit export revoke',
  'settlementDeploy/siteAdministration': 'add del edit export import status sync',
  'finance/orderFee': 'audit details edit export import lock pay viewCost viewCustomerOrder',
  'dataReport/cashCollectionOnBehalf': 'change collect confirm export refund reject release remit',
  'dataReport/outboundReport': 'export',
  'dataReport/containerDistribution': 'change export transfer',
  'dataReport/containerDistribution/changeRecord': 'export reverse',
  'dataReport/containerDistribution/containerManagement': 'add change del edit export status',
  'dataReport/containerDistribution/nodeManagement': 'add batch del edit export status',
  'dataReport/ctrRegistration': 'add audit edit export void',
  'dataReport/bizRegister': 'add audit del edit export import',
  'customer/manage': 'add auth del details edit export import status',
  itemNameConfigure: 'add conflict del edit export import status',
  vehicle: 'add assign del details edit export import probe status',
  driver: 'add del details edit export import resetPwd status',
  carrier: 'account add blacklist del edit export status',
  routeManage: 'add del details edit export status',
};
/** What follows the menu in a right: `customerOrder/add` of `orderManage/customerOrder/add`. */
const shortOf = (path: string): string => path.split('/').slice(-2).join('/');
const rights = new Set(buttons.map(({ path }) => shortOf(path)));

/** `customerOrder/add` `edit` → both with their list; a name without a list belongs to the list before it. */
function namesIn(cell: string): string[] {
  let list = '';
  return [...cell.matchAll(/`([A-Za-z/]+)`/gu)].map(([, name = '']) => {
    const parts = name.split('/');
    if (parts.length > 1) list = parts.slice(-2, -1).join();
    return `${list}/${parts.at(-1)}`;
  });
}
/** `dispatchCenter/*` → `dispatchCenter/`. */
const namesOfLists = (text: string): string[] =>
  [...text.matchAll(/`([A-Za-z/]+\/)\*`/gu)].map(([, list = '']) => list);
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').slice(1, 3))
  .map(([entry = '', here = '']) => ({ entry, here }));

test('what the page of buttons calls a right is one', () => {
  const claimed = rows.flatMap(({ entry, here }) => [
    ...(here.includes('rights of the same name') ? namesIn(entry) : []),
    ...namesIn(here).filter((name) => !name.startsWith('/')),
  ]);
  expect(claimed.filter((name) => !rights.has(name))).toEqual([]);
});

test('every right of orders, waybills and tracking stands on it', () => {
  const named = new Set(rows.flatMap(({ entry, here }) => [...namesIn(entry), ...namesIn(here)]));
  const own = buttons.filter(({ path }) => /^(?:orderManage|waybillManage|businessTracking)\//u.test(path));
  expect(own.map(({ path }) => shortOf(path)).filter((name) => !named.has(name))).toEqual([]);
});

test('every name of the catalogue has its line, or its list is one of those that are not built', () => {
  const named = new Set(rows.flatMap(({ entry }) => namesIn(entry)));
  const unbuilt = namesOfLists(page.slice(page.indexOf('## Parts that are not built')).split('##')[1] ?? '');
  const entries = Object.entries(catalogue).flatMap(([list, names]) =>
    names.split(' ').map((name) => ({
      path: `${list}/${name}`,
      built: !unbuilt.some((one) => `${list}/`.startsWith(one)),
    })),
  );
  expect(entries).toHaveLength(261);
  expect(entries.filter(({ path, built }) => built && !named.has(shortOf(path)))).toEqual([]);
  // what is said not to be built has no right that a role could be given
  const given = new Set(buttons.map(({ path }) => path));
  expect(entries.filter(({ path, built }) => !built && given.has(path))).toEqual([]);
});
