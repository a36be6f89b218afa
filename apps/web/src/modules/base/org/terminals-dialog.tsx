import { companyTerminals, companyTerminalsHis, saveCompanyTerminals } from '@tongda/contract/base/org/terminals';
import type { Output } from '@tongda/contract/core/endpoint';
import { type TerminalPolicy, terminalPolicy } from '@tongda/contract/resources/device/enums';
import { Checkbox, Segmented, Switch } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { SettingDialog, SettingForm, SettingRow } from '../../../kit/dialog/setting';
import { shortTime } from '../../../kit/show/format';

const title = '终端接入';
const width = 560;
type Terminals = Output<typeof companyTerminals>;

/** How the company's terminals are let in, and whether their new networks and second connections are told. Administrators change it, others look. */
export function TerminalsDialog({ close }: { close: () => void }) {
  return (
    <SettingDialog title={title} width={width} of={companyTerminals} close={close}>
      {(loaded, renew) => <Form loaded={loaded} renew={renew} close={close} />}
    </SettingDialog>
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
  const [cutReview, setCutReview] = useState(loaded.cutReview);
  const [adopt, setAdopt] = useState(true);
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
  const before = { policy: loaded.policy, alerts: loaded.alerts, cutReview: loaded.cutReview };
  const same = policy === before.policy && alerts === before.alerts && cutReview === before.cutReview;
  const send = () =>
    void save.run({ policy, alerts, cutReview, adopt: tightens && adopt && counts.foreign > 0, before });
  return (
    <SettingForm
      title={title}
      width={width}
      editable={loaded.editable}
      act={save}
      send={same ? null : send}
      since={loaded.updateTime ? `最近修改 ${shortTime(loaded.updateTime)}` : '还没有修改过'}
      history={companyTerminalsHis}
      close={close}
    >
      <SettingRow title="注册方式" hint={policyHints[policy]}>
        {(id) => (
          <Segmented<TerminalPolicy>
            aria-labelledby={id}
            value={policy}
            disabled={!loaded.editable}
            options={terminalPolicy.options.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={setPolicy}
          />
        )}
      </SettingRow>
      {tightens ? <Moving counts={counts} adopt={adopt} setAdopt={setAdopt} /> : null}
      <SettingRow
        title="提醒更换网络与重复连接"
        hint="终端从本企业没有用过的网络接入，或有两个连接同时上报时，通知可查看该车辆的人员；每台终端每天最多一次。关闭后仍记录在终端详情中。"
      >
        {(id) => <Switch aria-labelledby={id} checked={alerts} disabled={!loaded.editable} onChange={setAlerts} />}
      </SettingRow>
      <SettingRow
        title="断油断电须另一人复核"
        hint="下发后由另一位有断油断电权限的人员在车辆的指令记录中复核通过，30分钟内没有复核则过期。"
      >
        {(id) => (
          <Switch aria-labelledby={id} checked={cutReview} disabled={!loaded.editable} onChange={setCutReview} />
        )}
      </SettingRow>
      {counts.ownPolicy > 0 ? (
        <p className="td-cap">{counts.ownPolicy}台终端单独设置了注册方式，不受此处影响。</p>
      ) : null}
    </SettingForm>
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
