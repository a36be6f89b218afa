import { keysOf } from '@tongda/contract/core/keys';
import {
  billOfLadingPrint,
  billTemplates,
  maxPrinted,
  orderPrint,
  orderTemplates,
  transportTaskPrint,
  waybillStowagePrint,
  waybillTemplates,
} from '@tongda/contract/transport/print/calls';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import { Button, Dropdown } from 'antd';
import { ChevronDown, Printer } from 'lucide-react';
import { toast } from '../../../kit/dialog/notify';
import { Can } from '../../../kit/session/can';
import { printOrders, printWaybills } from './links';

interface MenuProps<T extends string> {
  templates: Readonly<Record<T, string>>;
  codes: readonly string[];
  link: (template: T) => string;
}

/** 打印 ▾: each paper opens in a window of its own. */
function PrintMenu<T extends string>({ templates, codes, link }: MenuProps<T>) {
  const open = (template: T): void => {
    if (codes.length > maxPrinted) toast('warning', `一次最多打印 ${maxPrinted} 单，请减少选择`);
    else window.open(link(template), '_blank', 'noopener');
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: keysOf(templates).map((key) => ({
          key,
          label: templates[key],
          onClick: () => open(key),
        })),
      }}
    >
      <Button icon={<Printer />}>
        打印 <ChevronDown className="td-ico" />
      </Button>
    </Dropdown>
  );
}

/** Papers of orders. */
export function OrderPrint({ codes }: { codes: readonly string[] }) {
  return (
    <Can do={orderPrint}>
      <PrintMenu templates={orderTemplates} codes={codes} link={(template) => printOrders(template, codes)} />
    </Can>
  );
}

/** Papers of waybills of one kind; pick-up trips have one of their own. */
export function WaybillPrint({ kind, codes }: { kind: number; codes: readonly string[] }) {
  if (kind === waybillKind.billOfLading)
    return (
      <Can do={billOfLadingPrint}>
        <PrintMenu templates={billTemplates} codes={codes} link={(template) => printWaybills(template, kind, codes)} />
      </Can>
    );
  return (
    <Can do={kind === waybillKind.stowage ? waybillStowagePrint : transportTaskPrint}>
      <PrintMenu templates={waybillTemplates} codes={codes} link={(template) => printWaybills(template, kind, codes)} />
    </Can>
  );
}
