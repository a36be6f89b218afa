import { interfaceApplyStatus } from '@tongda/contract/base/system-enums';
import { interfaceWithdraw, type OpenInterface } from '@tongda/contract/company/openapi/calls';
import { Button } from 'antd';
import { useAct } from '../../../kit/call/use-act';
import { shortTime } from '../../../kit/show/format';

const tones = { 0: 'amber', 1: 'green', 2: 'red', 3: undefined } as const;

interface ApplyStateProps {
  one: Pick<OpenInterface, 'name' | 'application'>;
  mayApply: boolean;
  apply: () => void;
  /** something changed */
  done: () => void;
}

/** State of the company's application for an interface, with the button for the next step (apply or withdraw). */
export function ApplyState({ one, mayApply, apply, done }: ApplyStateProps) {
  const { application } = one;
  const open =
    application?.status === interfaceApplyStatus.review || application?.status === interfaceApplyStatus.opened;
  const withdraw = useAct(interfaceWithdraw, {
    sure: { title: `撤回“${one.name}”的开通申请？`, ok: '撤回' },
    told: '申请已撤回',
    fresh: async () => done(),
    ended: done,
  });
  return (
    <div className="company-openapi-state">
      {application ? (
        <span
          className="td-dot"
          data-tone={tones[application.status]}
          title={`${application.userName} ${application.applyTime} 申请：${application.purpose}`}
        >
          {interfaceApplyStatus.label(application.status)}
          <span className="td-cap">{shortTime(application.applyTime).slice(0, 5)} 申请</span>
        </span>
      ) : (
        <span className="td-dot">待申请</span>
      )}
      {application?.status === interfaceApplyStatus.refused && application.remark ? (
        <span className="td-cap">{application.remark}</span>
      ) : null}
      {mayApply && !open ? <Button onClick={apply}>申请开通</Button> : null}
      {mayApply && application?.status === interfaceApplyStatus.review ? (
        <Button
          loading={withdraw.busy}
          onClick={() => void withdraw.run({ id: application.id, version: application.version })}
        >
          撤回
        </Button>
      ) : null}
    </div>
  );
}
