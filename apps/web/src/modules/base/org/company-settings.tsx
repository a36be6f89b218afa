import { Button, Dropdown } from 'antd';
import { ChevronDown, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { CalcDialog } from './calc-dialog';
import { KeepingDialog } from './keeping-dialog';
import { TerminalsDialog } from './terminals-dialog';

const items = [
  { key: 'keeping', label: '轨迹保存期' },
  { key: 'calc', label: '计算参数' },
  { key: 'terminals', label: '终端接入' },
] as const;
type Which = (typeof items)[number]['key'];

/** What a company sets for all its vehicles. */
export function CompanySettings() {
  const [open, setOpen] = useState<Which | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{ items: items.map(({ key, label }) => ({ key, label, onClick: () => setOpen(key) })) }}
      >
        <Button icon={<Settings2 />}>
          企业设置 <ChevronDown className="td-ico" />
        </Button>
      </Dropdown>
      {open === 'keeping' ? <KeepingDialog close={close} /> : null}
      {open === 'calc' ? <CalcDialog close={close} /> : null}
      {open === 'terminals' ? <TerminalsDialog close={close} /> : null}
    </>
  );
}
