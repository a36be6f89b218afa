import { companyTerminals, companyTerminalsHis, saveCompanyTerminals } from '@tongda/contract/base/org/terminals';
import type { Output } from '@tongda/contract/core/endpoint';
import { type TerminalPolicy, terminalPolicy } from '@tongda/contract/resources/device/enums';
import { Button, Checkbox, Modal, Segmented, Switch } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { HistoryDrawer } from '../../../kit/detail/change-history';
import { ActBar } from '../../../kit/dialog/act-bar';
import { useSession } from '../../../kit/session/user';
import { shortTime } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';

const title = '终端接入';
type Terminals = Output<typeof companyTerminals>;

/** How the company's terminals are let in, and whether their new networks and second connections are told. Administrators change it, others look. */
export function TerminalsDialog({ close }: { close: () => void }) {
  const asked = useAsk(companyTerminals, undefined, { own: 'edit' });
  if (asked.data) return <Form loaded={asked.data} renew={() => asked.refetch({ throwOnError: true })} close={close} />;
  return (
    <Modal open title={title} width={560} footer={null} onCancel={close}>
      {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : <Loading />}
    </Modal>
  );
}

interface FormProps {
  loaded: Terminals;
  renew: () => Promise<unknown>;
  close: () => void;
}

function Form({ loaded, renew, close }: FormProps) {
  const [policy, setPolicy] = useState<TerminalPolicy>(loaded.policy);
  const [alerts, setAlerts] = useState(loaded.alerts);
  const [adopt, setAdopt] = useState(true);
  const [history, setHistory] = useState(false);
  const company = useSession((state) => state.user?.clientId ?? '');
  const { counts } = loaded;
  const tightens = loaded.policy === terminalPolicy.tolerant && policy === terminalPolicy.strict;
  const out = counts.without + (adopt ? 0 : counts.foreign);
  const save = useAct(saveCompanyTerminals, {
    ...(tightens && out > 0
      ? {
          sure: {
            title: `${out}台终端将断开`,
            content: '它们没有用平台的鉴权码接入。断开后须重新注册，或由管理员在车载设备中设置鉴权码。',
            ok: '改为严格',
            danger: true,
          },
        }
      : {}),
    told: ({ adopted }) => (adopted > 0 ? `已保存，${adopted}台终端沿用现在的鉴权码` : '终端接入设置已保存'),
    stale: [companyTerminals],
    fresh: renew,
    done: close,
  });
  const before = { policy: loaded.policy, alerts: loaded.alerts };
  const send = () => void save.run({ policy, alerts, adopt: tightens && adopt && counts.foreign > 0, before });
  return (
    <Modal
      open
      title={title}
      width={560}
      onCancel={close}
      footer={
        loaded.editable ? (
          <>
            <Button onClick={close}>取消</Button>
            <Button
              type="primary"
              loading={save.busy}
              disabled={policy === loaded.policy && alerts === loaded.alerts}
              onClick={send}
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
      <div className="base-org-terminals">
        <div>
          <b id="terminal-policy">注册方式</b>
          <small>{policyHints[policy]}</small>
        </div>
        <Segmented<TerminalPolicy>
          aria-labelledby="terminal-policy"
          value={policy}
          disabled={!loaded.editable}
          options={terminalPolicy.options.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={setPolicy}
        />
      </div>
      {tightens ? <Moving counts={counts} adopt={adopt} setAdopt={setAdopt} /> : null}
      <div className="base-org-terminals">
        <div>
          <b id="terminal-alerts">提醒更换网络与重复连接</b>
          <small>
            终端从本企业没有用过的网络接入，或有两个连接同时上报时，通知可查看该车辆的人员；每台终端每天最多一次。关闭后仍记录在终端详情中。
          </small>
        </div>
        <Switch aria-labelledby="terminal-alerts" checked={alerts} disabled={!loaded.editable} onChange={setAlerts} />
      </div>
      <p className="td-cap">
        {counts.ownPolicy > 0 ? `${counts.ownPolicy}台终端单独设置了注册方式，不受此处影响。` : null}
        {loaded.editable ? null : '只有企业管理员可以修改。'}
        {loaded.updateTime ? `最近修改 ${shortTime(loaded.updateTime)}　` : '还没有修改过　'}
        <button type="button" className="td-plain kit-table-word" onClick={() => setHistory(true)}>
          变更记录
        </button>
      </p>
      {history ? (
        <HistoryDrawer of={companyTerminalsHis} id={company} name={title} close={() => setHistory(false)} />
      ) : null}
    </Modal>
  );
}

const policyHints: Readonly<Record<TerminalPolicy, string>> = {
  strict: '鉴权码只在首次注册时发放一次，或由人员设置；鉴权码不对、再次注册都会被拒绝，须由人员放行。',
  tolerant: '知道终端编号即可接入，不核对鉴权码。适合刚从其他平台迁入、尚未重新注册的终端。',
};

/** What becoming strict means for the terminals as they come in now. */
function Moving({
  counts,
  adopt,
  setAdopt,
}: {
  counts: Terminals['counts'];
  adopt: boolean;
  setAdopt: (on: boolean) => void;
}) {
  return (
    <div className="base-org-terminals-moving">
      <span>
        已用平台的鉴权码接入 <b>{counts.own}</b> 台，不受影响
      </span>
      <span>
        使用其他平台的鉴权码 <b>{counts.foreign}</b> 台
      </span>
      {counts.foreign > 0 ? (
        <Checkbox checked={adopt} onChange={(e) => setAdopt(e.target.checked)}>
          把现在使用的鉴权码作为它们的鉴权码
        </Checkbox>
      ) : null}
      <span>
        没有鉴权或鉴权码过短 <b>{counts.without}</b> 台，须重新注册
      </span>
      <span>
        尚未接入 <b>{counts.silent}</b> 台，有鉴权码的凭码接入，没有的可首次注册
      </span>
    </div>
  );
}
