import { answerGrant, grantInfo } from '@tongda/contract/base/identity/login-grant';
import type { Output } from '@tongda/contract/core/endpoint';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../../../kit/call/api';
import { ApiError } from '../../../../../kit/call/api-error';
import { reportError, toast } from '../../../../../kit/dialog/notify';
import { Problem } from '../way/fields';
import { ScreenChoice, type ScreenWish, usualWish } from './screen-choice';
import '../../password/fields.css';
import '../auth-bind-page.css';

const signs = 6;

/** 大屏登录: asks for the six characters that a screen shows, what it shall open and for how long, and logs it in, read-only. */
export function PairScreenDialog({ close }: { close: () => void }) {
  const [code, setCode] = useState('');
  const [info, setInfo] = useState<Output<typeof grantInfo> | null>(null);
  const [wish, setWish] = useState<ScreenWish>(usualWish);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    if (code.length !== signs) return setProblem('请输入6位配对码');
    setBusy(true);
    try {
      if (info === null) setInfo(await call(grantInfo, { kind: 'tv', code }));
      else {
        await call(answerGrant, { kind: 'tv', code, allow: true, ...wish });
        toast('success', '大屏即将进入，可在个人信息的登录设备中下线');
        close();
      }
    } catch (error) {
      setInfo(null);
      if (error instanceof ApiError && error.errors.length > 0) setProblem(error.message);
      else reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="大屏登录"
      width={420}
      okText={info ? '确认登录大屏' : '下一步'}
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void go()}
      onCancel={close}
    >
      <p className="base-identity-password-note">
        在大屏的浏览器打开 {location.host}
        /community/tvlogin，把屏幕上的配对码输入到这里。大屏登录后只能查看，到公司规定的时长须重新配对。
      </p>
      {info ? (
        <>
          <p>
            等待登录的大屏：<b>{info.device}</b>，网络地址 {info.ip}
          </p>
          <ScreenChoice value={wish} change={setWish} screenMaxH={info.screenMaxH} />
        </>
      ) : (
        <form
          className="base-identity-password-pair"
          onSubmit={(event) => {
            event.preventDefault();
            void go();
          }}
        >
          <Input.OTP
            autoFocus
            length={signs}
            size="large"
            formatter={(text) => text.toUpperCase()}
            onInput={(typed) => {
              setProblem('');
              setCode(typed.join(''));
            }}
          />
          <button type="submit" hidden />
        </form>
      )}
      {problem ? <Problem text={problem} /> : null}
    </Modal>
  );
}
