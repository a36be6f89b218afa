import { useQuery } from '@tanstack/react-query';
import type { Output } from '@tongda/contract/core/endpoint';
import { companySecurity, companySecurityHis, saveCompanySecurity, sessionHours } from '@tongda/contract/user/security';
import { Button, InputNumber, Modal, Switch } from 'antd';
import { useState } from 'react';
import { call } from '../../kit/api';
import { HistoryDrawer } from '../../kit/change-history';
import { shortTime } from '../../kit/format';
import { confirm, reportError, toast } from '../../kit/notify';
import { useSession } from '../../kit/session';
import { ErrorState, Loading } from '../../kit/states';
import { useInvalidate } from '../../kit/use-list';
import './user.css';

type Security = Output<typeof companySecurity>;

/** 登录安全: several computers at once, and how long a login may live. Administrators change it, others who manage users look. */
export function SecurityDialog({ close }: { close: () => void }) {
  const asked = useQuery({
    queryKey: [companySecurity.path],
    queryFn: () => call(companySecurity, undefined, { quiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  if (asked.data) return <Form loaded={asked.data} close={close} />;
  return (
    <Modal open title="登录安全" width={520} footer={null} onCancel={close}>
      {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : <Loading />}
    </Modal>
  );
}

function Form({ loaded, close }: { loaded: Security; close: () => void }) {
  const [multiLogin, setMultiLogin] = useState(loaded.multiLogin);
  const [hours, setHours] = useState<number | null>(loaded.sessionMaxH);
  const [busy, setBusy] = useState(false);
  const [history, setHistory] = useState(false);
  const company = useSession((state) => state.user?.clientId ?? '');
  const invalidate = useInvalidate();
  const changed = multiLogin !== loaded.multiLogin || hours !== loaded.sessionMaxH;
  const ends = loaded.multiLogin && !multiLogin ? loaded.several : 0;
  const save = async (): Promise<void> => {
    if (hours === null) return;
    const sure =
      ends === 0 ||
      (await confirm({
        title: `${ends}个用户正在多处登录`,
        content: '关闭后每个用户只保留最近一次登录，其余电脑会提示“强制退出”。',
        ok: '关闭多端登录',
        danger: true,
      }));
    if (!sure) return;
    setBusy(true);
    try {
      const { ended } = await call(saveCompanySecurity, { multiLogin, sessionMaxH: hours, version: loaded.version });
      void invalidate(companySecurity);
      toast('success', ended > 0 ? `已保存，${ended}处登录已退出` : '登录安全设置已保存');
      close();
    } catch (error) {
      reportError(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="登录安全"
      width={520}
      onCancel={close}
      footer={
        loaded.editable ? (
          <>
            <Button onClick={close}>取消</Button>
            <Button type="primary" loading={busy} disabled={!changed || hours === null} onClick={() => void save()}>
              保存
            </Button>
          </>
        ) : (
          <Button onClick={close}>关闭</Button>
        )
      }
    >
      <div className="usr-setting">
        <div>
          <b id="multi-login">允许多端同时登录</b>
          <small>关闭时同一账号在另一台电脑登录，先登录的电脑会被强制退出；手机、大屏各算一端。</small>
        </div>
        <Switch
          aria-labelledby="multi-login"
          checked={multiLogin}
          disabled={!loaded.editable}
          onChange={setMultiLogin}
        />
      </div>
      <div className="usr-setting">
        <div>
          <b id="session-hours">最长登录时长</b>
          <small>无论是否一直在用，到时须重新登录；8小时未使用也须重新登录。对之后的登录生效。</small>
        </div>
        <InputNumber
          aria-labelledby="session-hours"
          min={sessionHours.min}
          max={sessionHours.max}
          precision={0}
          suffix="小时"
          style={{ width: 120 }}
          value={hours}
          disabled={!loaded.editable}
          onChange={setHours}
        />
      </div>
      <p className="td-cap usr-setting-foot">
        {loaded.editable ? null : '只有企业管理员可以修改。'}
        {loaded.updateTime ? `最近修改 ${shortTime(loaded.updateTime)}　` : '还没有修改过　'}
        <button type="button" className="td-plain td-word" onClick={() => setHistory(true)}>
          变更记录
        </button>
      </p>
      {history ? (
        <HistoryDrawer of={companySecurityHis} id={company} name="登录安全" close={() => setHistory(false)} />
      ) : null}
    </Modal>
  );
}
