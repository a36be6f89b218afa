import {
  type OpenInterfaceRow,
  openInterfaceDebug,
  openInterfaceDetail,
} from '@tongda/contract/company/openapi/interfaces';
import { Input } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../../kit/call/use-ask';
import { FormDialog } from '../../../../kit/dialog/form';
import { formatNumber } from '../../../../kit/show/format';
import { ErrorState, Loading } from '../../../../kit/show/states';
import { prettyJson } from '../pretty-json';
import './styles.css';

interface Props {
  row: OpenInterfaceRow;
  close: () => void;
}

const { maxLength: longestBody } = openInterfaceDebug.input.shape.body;

/** 调试: sends a request to an interface that only reads, as the account that is logged in. */
export function DebugDialog({ row, close }: Props) {
  const asked = useAsk(openInterfaceDetail, { id: row.id });
  if (asked.error) return <ErrorState error={asked.error} retry={() => void asked.refetch()} />;
  if (!asked.data) return <Loading />;
  return <Console row={row} example={asked.data.example || asked.data.ownExample} close={close} />;
}

function Console({ row, example, close }: Props & { example: string }) {
  const [body, setBody] = useState(example);
  const [answer, setAnswer] = useState<{ status: number; ms: number; size: number; text: string } | null>(null);
  return (
    <FormDialog
      endpoint={openInterfaceDebug}
      input={{ id: row.id, body }}
      touched={false}
      stay
      done={setAnswer}
      close={close}
      width={860}
      title={`调试 ${row.name}`}
      okText="发送"
    >
      <p className="td-cap">
        {row.method} {row.path}，以当前账号真实调用，返回的是本企业的数据。
      </p>
      <Input.TextArea
        aria-label="请求内容"
        spellCheck={false}
        autoSize={{ minRows: 4, maxRows: 12 }}
        className="company-openapi-manage-code"
        maxLength={longestBody ?? undefined}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      <h3 className="company-openapi-manage-answer">
        应答
        {answer ? (
          <span className="td-cap">
            HTTP {answer.status}，{formatNumber(answer.ms)} ms
            {answer.size > answer.text.length ? `，内容较长，只显示前${formatNumber(answer.text.length)}个字符` : ''}
          </span>
        ) : null}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section className="company-openapi-manage-shown" tabIndex={0} aria-label="应答">
        <pre>{answer ? prettyJson(answer.text) : '点击“发送”后显示'}</pre>
      </section>
    </FormDialog>
  );
}
