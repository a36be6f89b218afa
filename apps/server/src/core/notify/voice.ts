import type { App } from '../run/app';

/** A call that reads a text out. `id` stays the same when it is asked for again, so that a gateway that looks at it calls once. */
export interface VoiceCall {
  phone: string;
  text: string;
  id: string;
}

/** Calls people; rejects only when the gateway certainly did not take the call. Texts and numbers are never logged. */
export interface VoiceCaller {
  /** false: no gateway is set up, nobody can be called */
  readonly real: boolean;
  call(call: VoiceCall): Promise<void>;
}

const timeoutMs = 10_000;

/** The caller of the settings: the operator's gateway in VOICE_URL. */
export const voiceOf = ({ config }: Pick<App, 'config'>): VoiceCaller =>
  config.VOICE_URL ? webhookVoice(config.VOICE_URL, config.VOICE_TOKEN) : { real: false, call: refuseCall };

/** Unlike a text message a call cannot be kept for later. */
async function refuseCall(): Promise<void> {
  throw new Error('no voice gateway');
}

/** Posts every call as JSON `{phone, text, id}` to the operator's gateway, with the token as Bearer; any 2xx means that it will be made. */
function webhookVoice(url: string, token: string): VoiceCaller {
  return {
    real: true,
    call: async (wish) => {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify(wish),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!answer.ok) throw new Error(`the voice gateway answered ${answer.status}`);
    },
  };
}
