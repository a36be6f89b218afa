import { useQuery } from '@tanstack/react-query';
import { feeReminder, feeSaveReminder } from '@tongda/contract/trade/device-fee/calls';
import { Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError, toast } from '../../../kit/dialog/notify';
import { useInvalidate } from '../../../kit/list/use-list';
import { Loading } from '../../../kit/show/states';

const steps = [30, 15, 7, 1] as const;
type Step = (typeof steps)[number];
const isStep = (day: number): day is Step => steps.some((step) => step === day);

/** 提醒设置: on which days before the end of a service the company is told (message category 服务费). */
export function ReminderDialog({ close }: { close: () => void }) {
  const invalidate = useInvalidate();
  const [chosen, setChosen] = useState<Step[] | null>(null);
  const { data } = useQuery({
    queryKey: [feeReminder.path],
    queryFn: ({ signal }) => call(feeReminder, undefined, { signal }),
  });
  const days = chosen ?? data?.days.filter(isStep);
  const save = async (): Promise<void> => {
    await call(feeSaveReminder, { days: days ?? [] });
    void invalidate(feeReminder);
    toast('success', '提醒设置已保存');
    close();
  };
  return (
    <Modal
      open
      title="到期提醒设置"
      okText="保存"
      cancelText="取消"
      width={420}
      okButtonProps={{ disabled: !days }}
      onOk={() => void save().catch(reportError)}
      onCancel={close}
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
      ) : (
        <Loading />
      )}
    </Modal>
  );
}
