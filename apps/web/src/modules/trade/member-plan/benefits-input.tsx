import type { PlanBenefit } from '@tongda/contract/trade/member-plan/calls';
import { Button, Input } from 'antd';
import { Plus, Trash2 } from 'lucide-react';

interface Props {
  value?: PlanBenefit[];
  onChange?: (benefits: PlanBenefit[]) => void;
  id?: string;
}

/** Lines of the table of plans that are only described. */
export function BenefitsInput({ value = [], onChange, id }: Props) {
  const put = (at: number, more: Partial<PlanBenefit>): void =>
    onChange?.(value.map((one, i) => (i === at ? { ...one, ...more } : one)));
  return (
    <div className="trade-member-plan-benefits" id={id}>
      {value.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing of its own that names it
        <div key={i}>
          <Input
            aria-label={`第${i + 1}项权益名称`}
            placeholder="服务支持"
            value={one.name}
            maxLength={20}
            onChange={(event) => put(i, { name: event.target.value })}
          />
          <Input
            aria-label={`第${i + 1}项权益说明`}
            placeholder="7×12客服"
            value={one.valueText}
            maxLength={30}
            onChange={(event) => put(i, { valueText: event.target.value })}
          />
          <Button
            type="text"
            icon={<Trash2 />}
            aria-label={`删除第${i + 1}项权益`}
            onClick={() => onChange?.(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button icon={<Plus />} onClick={() => onChange?.([...value, { name: '', valueText: '' }])}>
        添加一项
      </Button>
    </div>
  );
}
