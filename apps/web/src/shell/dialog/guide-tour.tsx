import { Button, Tour } from 'antd';
import { useEffect, useState } from 'react';
import { presentSteps } from './guide-steps';

/** 引导: 上一步, 下一步, 跳过; the last step ends with 完成. Leaving it in any way counts as seen. */
export default function GuideTour({ finish }: { finish: () => void }) {
  const [steps] = useState(() => presentSteps(document));
  const [at, setAt] = useState(0);
  const none = steps.length === 0;
  useEffect(() => {
    if (none) finish();
  }, [none, finish]);
  if (none) return null;
  const last = at === steps.length - 1;
  return (
    <Tour
      open
      current={at}
      onChange={setAt}
      onClose={finish}
      closable={false}
      zIndex={3100}
      steps={steps.map(({ title, text, placement, element }) => ({
        title,
        description: text,
        placement,
        target: element,
      }))}
      indicatorsRender={(current, total) => <span className="td-cap">{`${current + 1} / ${total}`}</span>}
      actionsRender={() => (
        <>
          {last ? null : (
            <Button type="text" onClick={finish}>
              跳过
            </Button>
          )}
          {at > 0 ? <Button onClick={() => setAt(at - 1)}>上一步</Button> : null}
          <Button type="primary" autoFocus onClick={() => (last ? finish() : setAt(at + 1))}>
            {last ? '完成' : '下一步'}
          </Button>
        </>
      )}
    />
  );
}
