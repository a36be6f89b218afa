import type { InterfaceDoc } from '@tongda/contract/company/openapi/calls';
import { endpoint } from '@tongda/contract/core/endpoint';
import { Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { callRaw } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { formatNumber } from '../../../kit/show/format';
import { prettyJson } from './pretty-json';
import { callSigned } from './signed-call';

/** Most characters of an answer that are shown: a whole day of positions would freeze the browser. */
const shownCharacters = 20_000;

interface Tried {
  text: string;
  ms: number;
  size: number;
  /** of the answer to a signed call */
  status?: number;
}

type Caller = 'account' | 'program';
/** The application by which a call is signed. */
interface Program {
  appKey: string;
  secret: string;
}

/**
 * 在线调试: calls the interface for real, as the logged-in account or as a program with its signature; only offered for interfaces that read. A secret stays in
 * this page and is gone with it.
 */
export function TryOut({ doc }: { doc: InterfaceDoc }) {
  const [body, setBody] = useState(doc.example);
  const [as, setAs] = useState<Caller>('account');
  const [program, setProgram] = useState<Program>({ appKey: '', secret: '' });
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  const send = async (): Promise<void> => {
    const input = parseObject(body);
    setProblem(input === null ? '请求内容不是有效的JSON对象' : '');
    if (input === null) return;
    if (as === 'program' && (program.appKey === '' || program.secret === '')) {
      setProblem('请填写应用的AppKey和密钥');
      return;
    }
    setBusy(true);
    const began = performance.now();
    const show = (answer: string, status?: number): void =>
      setTried({
        text: answer.slice(0, shownCharacters),
        ms: performance.now() - began,
        size: answer.length,
        ...(status === undefined ? {} : { status }),
      });
    try {
      const { text, status } = await callAs(as === 'program' ? program : null, doc, input);
      show(text, status);
    } catch (error) {
      setTried(null);
      setProblem(error instanceof ApiError ? error.message : '请求失败，请稍后重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="company-openapi-try">
      <div>
        <CallerChoice as={as} setAs={setAs} program={program} setProgram={setProgram} />
        <h2>请求内容（JSON）</h2>
        <Input.TextArea
          aria-label="请求内容"
          spellCheck={false}
          autoSize={{ minRows: 6, maxRows: 18 }}
          value={body}
          status={problem ? 'error' : undefined}
          onChange={(event) => setBody(event.target.value)}
        />
        {problem ? (
          <p className="company-openapi-problem" role="alert">
            {problem}
          </p>
        ) : null}
        <Button type="primary" loading={busy} onClick={() => void send()}>
          发送
        </Button>
        <p className="td-cap">
          {as === 'program'
            ? '以应用的签名真实调用：计入应用的额度和调用日志，返回应用看得到的数据。'
            : '以当前登录的账号真实调用，返回的是贵公司的数据。'}
        </p>
      </div>
      <Answer tried={tried} />
    </div>
  );
}

/** Calls the interface as a program with its signature, or as the logged-in account (`program` null). Rejects with what the server says against it. */
async function callAs(
  program: Program | null,
  { method, path, name }: InterfaceDoc,
  input: Record<string, unknown>,
): Promise<{ text: string; status?: number }> {
  if (program) {
    const { status, text } = await callSigned(program, { method, path, body: JSON.stringify(input) });
    return { text: prettyJson(text), status };
  }
  const call = endpoint({
    method,
    // the path of an endpoint of the product, which begins with a slash
    path: path as `/${string}`,
    access: 'session',
    title: name,
    input: z.record(z.string(), z.unknown()),
    output: z.unknown(),
    raw: true,
  });
  return { text: JSON.stringify(await callRaw(call, input, { quiet: true }), null, 2) };
}

interface CallerProps {
  as: Caller;
  setAs: (as: Caller) => void;
  program: Program;
  setProgram: (program: Program) => void;
}

/** Who calls, and the key of a program. */
function CallerChoice({ as, setAs, program, setProgram }: CallerProps) {
  return (
    <>
      <Segmented
        aria-label="调用身份"
        value={as}
        onChange={setAs}
        options={[
          { value: 'account', label: '当前账号' },
          { value: 'program', label: '应用签名' },
        ]}
      />
      {as === 'program' ? (
        <div className="company-openapi-program">
          <Input
            aria-label="AppKey"
            placeholder="AppKey"
            autoComplete="off"
            value={program.appKey}
            onChange={(event) => setProgram({ ...program, appKey: event.target.value.trim() })}
          />
          <Input.Password
            aria-label="密钥"
            placeholder="密钥，只在本页使用，不会保存"
            autoComplete="off"
            value={program.secret}
            onChange={(event) => setProgram({ ...program, secret: event.target.value.trim() })}
          />
        </div>
      ) : null}
    </>
  );
}

/** What was answered, how fast and how large. */
function Answer({ tried }: { tried: Tried | null }) {
  return (
    <div>
      <h2>
        应答
        {tried ? (
          <span className="td-cap">
            {tried.status === undefined ? '' : `HTTP ${tried.status}，`}
            {formatNumber(tried.ms)} ms
            {tried.size > shownCharacters ? `，内容较长，只显示前${formatNumber(shownCharacters)}个字符` : ''}
          </span>
        ) : null}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section tabIndex={0} aria-label="应答">
        <pre>{tried?.text ?? '点击“发送”后显示'}</pre>
      </section>
    </div>
  );
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const read = z.record(z.string(), z.unknown()).safeParse(value);
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
