import { companyKeeping, companyKeepingHis, keepMonths, saveCompanyKeeping } from '@tongda/contract/base/org/keeping';
import type { Output } from '@tongda/contract/core/endpoint';
import { Button, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { HistoryDrawer } from '../../../kit/detail/change-history';
import { ActBar } from '../../../kit/dialog/act-bar';
import { useSession } from '../../../kit/session/user';
import { shortTime } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';

const title = '轨迹保存期';

/** How long the company keeps positions, temperatures and what else terminals report. Administrators change it, others look. */
export function KeepingDialog({ close }: { close: () => void }) {
  const asked = useAsk(companyKeeping, undefined, { own: 'edit' });
  if (asked.data) return <Form loaded={asked.data} renew={() => asked.refetch({ throwOnError: true })} close={close} />;
  return (
    <Modal open title={title} width={480} footer={null} onCancel={close}>
      {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : <Loading />}
    </Modal>
  );
}

interface FormProps {
  loaded: Output<typeof companyKeeping>;
  renew: () => Promise<unknown>;
  close: () => void;
}

function Form({ loaded, renew, close }: FormProps) {
  const [months, setMonths] = useState<number | null>(loaded.months);
  const [history, setHistory] = useState(false);
  const company = useSession((state) => state.user?.clientId ?? '');
  const shorter = months !== null && months < loaded.months;
  const save = useAct(saveCompanyKeeping, {
    ...(shorter
      ? {
          sure: {
            title: `只保留最近${months}个月？`,
            content: '更早的轨迹、温湿度和油量会在当天夜里删除，不能恢复。里程、停车、报警等统计结果不受影响。',
            ok: '缩短保存期',
            danger: true,
          },
        }
      : {}),
    told: ({ since }) => `已保存，${since.slice(0, 10)}以来的轨迹会保留`,
    stale: [companyKeeping],
    fresh: renew,
    done: close,
  });
  return (
    <Modal
      open
      title={title}
      width={480}
      onCancel={close}
      footer={
        loaded.editable ? (
          <>
            <Button onClick={close}>取消</Button>
            <Button
              type="primary"
              loading={save.busy}
              disabled={months === null || months === loaded.months}
              onClick={() => months !== null && void save.run({ months, before: loaded.months })}
            >
              保存
            </Button>
          </>
        ) : (
          <Button onClick={close}>关闭</Button>
        )
      }
    >
      <ActBar of={save} />
      <p className="base-org-keeping">
        <label htmlFor="keep-months">保留最近</label>
        <InputNumber
          id="keep-months"
          min={keepMonths.min}
          max={keepMonths.max}
          precision={0}
          suffix="个月"
          value={months}
          disabled={!loaded.editable}
          onChange={setMonths}
        />
        <span className="td-cap">现在可查 {loaded.since.slice(0, 10)} 以来的轨迹</span>
      </p>
      <p className="td-cap">道路运输要求至少{keepMonths.min}个月；运输药品请设为60个月。</p>
      <p className="td-cap">
        {loaded.editable ? null : '只有企业管理员可以修改。'}
        {loaded.updateTime ? `最近修改 ${shortTime(loaded.updateTime)}　` : '还没有修改过　'}
        <button type="button" className="td-plain kit-table-word" onClick={() => setHistory(true)}>
          变更记录
        </button>
      </p>
      {history ? (
        <HistoryDrawer of={companyKeepingHis} id={company} name={title} close={() => setHistory(false)} />
      ) : null}
    </Modal>
  );
}
