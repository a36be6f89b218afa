import { feeReminder, feeSaveReminder } from '@tongda/contract/trade/device-fee/calls';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { FormDialog } from '../../../kit/dialog/form';
import { ErrorState, Loading } from '../../../kit/show/states';

const steps = [30, 15, 7, 1] as const;
type Step = (typeof steps)[number];
const isStep = (day: number): day is Step => steps.some((step) => step === day);

/** 提醒设置: on which days before the end of a service the company is told (message category 服务费). */
export function ReminderDialog({ close }: { close: () => void }) {
  const [chosen, setChosen] = useState<Step[] | null>(null);
  const { data, error, refetch } = useAsk(feeReminder, undefined);
  const days = chosen ?? data?.days.filter(isStep);
  return (
    <FormDialog
      endpoint={feeSaveReminder}
      input={days ? { days } : null}
      touched={chosen !== null}
      stale={[feeReminder]}
      told="提醒设置已保存"
      close={close}
      title="到期提醒设置"
      width={420}
    >
      {days ? (
        <>
          <Checkbox.Group
            value={days}
            options={steps.map((value) => ({ value, label: `到期前${value}天` }))}
            onChange={(next) => setChosen(next)}
          />
          <p className="td-cap">提醒发到消息中心的“服务费”分类，由有设备费用菜单的用户接收；到期当天始终提醒。</p>
        </>
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </FormDialog>
  );
}
