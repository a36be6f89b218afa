import { signedHeaders } from '@tongda/contract/company/openapi/signature';

/** A call as the examples make it. */
interface Call {
  method: string;
  /** address of the platform without a slash at its end */
  origin: string;
  path: string;
  body: Record<string, unknown>;
}

/** Programs that sign and make a call, each a file that runs as it is once TONGDA_APP_KEY and TONGDA_APP_SECRET are set. A test runs them. */
export const samplesOf = (call: Call): { key: string; name: string; code: string }[] => [
  { key: 'curl', name: 'curl', code: curlSample(call) },
  { key: 'node', name: 'Node.js', code: nodeSample(call) },
  { key: 'python', name: 'Python', code: pythonSample(call) },
  { key: 'java', name: 'Java', code: javaSample(call) },
];

const { appKey, time, nonce, signature } = signedHeaders;
const quoted = (text: string): string => JSON.stringify(text);

const curlSample = ({ method, origin, path, body }: Call): string => `#!/usr/bin/env bash
# 需要 bash、curl 和 openssl
set -eu
BODY='${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'
TIME=$(date +%s)
NONCE=$(openssl rand -hex 16)
HASH=$(printf '%s' "$BODY" | openssl dgst -sha256 -r | cut -d' ' -f1)
SIGN=$(printf '%s\\n%s\\n%s\\n%s\\n%s\\n%s' "$TONGDA_APP_KEY" ${method} '${path}' "$TIME" "$NONCE" "$HASH" \\
  | openssl dgst -sha256 -hmac "$TONGDA_APP_SECRET" -r | cut -d' ' -f1)
curl -sS -X ${method} '${origin}${path}' \\
  -H 'Content-Type: application/json' \\
  -H "${appKey}: $TONGDA_APP_KEY" -H "${time}: $TIME" -H "${nonce}: $NONCE" -H "${signature}: $SIGN" \\
  --data-binary "$BODY"
`;

const nodeSample = ({ method, origin, path, body }: Call): string => `// Node.js 18 及以上：node call.mjs
import { createHash, createHmac, randomUUID } from 'node:crypto';

const { TONGDA_APP_KEY: appKey, TONGDA_APP_SECRET: secret } = process.env;

async function callTongda(method, path, input) {
  const body = JSON.stringify(input);
  const time = String(Math.floor(Date.now() / 1000));
  const nonce = randomUUID();
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const text = [appKey, method, path, time, nonce, bodyHash].join('\\n');
  const answer = await fetch(${quoted(origin)} + path, {
    method,
    redirect: 'error',
    headers: {
      'Content-Type': 'application/json',
      '${appKey}': appKey,
      '${time}': time,
      '${nonce}': nonce,
      '${signature}': createHmac('sha256', secret).update(text).digest('hex'),
    },
    body,
  });
  // 429：按 Retry-After 的秒数等待后重试
  return answer.json();
}

console.log(JSON.stringify(await callTongda(${quoted(method)}, ${quoted(path)}, ${JSON.stringify(body)})));
`;

const pythonSample = ({ method, origin, path, body }: Call): string => `# Python 3.8 及以上，只用标准库：python3 call.py
import hashlib, hmac, json, os, time, urllib.error, urllib.request, uuid

APP_KEY = os.environ["TONGDA_APP_KEY"]
SECRET = os.environ["TONGDA_APP_SECRET"]


def call_tongda(method, path, data):
    body = json.dumps(data, ensure_ascii=False).encode("utf-8")
    now = str(int(time.time()))
    nonce = uuid.uuid4().hex
    body_hash = hashlib.sha256(body).hexdigest()
    text = "\\n".join([APP_KEY, method, path, now, nonce, body_hash])
    request = urllib.request.Request(${quoted(origin)} + path, data=body, method=method, headers={
        "Content-Type": "application/json",
        "${appKey}": APP_KEY,
        "${time}": now,
        "${nonce}": nonce,
        "${signature}": hmac.new(SECRET.encode(), text.encode(), hashlib.sha256).hexdigest(),
    })
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:  # 401 签名错误；429 按 Retry-After 的秒数等待后重试
        return json.load(error)


print(json.dumps(call_tongda(${quoted(method)}, ${quoted(path)}, json.loads(${quoted(JSON.stringify(body))})), ensure_ascii=False))
`;

const javaSample = ({
  method,
  origin,
  path,
  body,
}: Call): string => `// Java 11 及以上，只用标准库：java TongdaCall.java
import java.net.URI;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class TongdaCall {
    static final String APP_KEY = System.getenv("TONGDA_APP_KEY");
    static final String SECRET = System.getenv("TONGDA_APP_SECRET");

    static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes) text.append(String.format("%02x", b));
        return text.toString();
    }

    static String call(String method, String path, String body) throws Exception {
        String time = String.valueOf(System.currentTimeMillis() / 1000);
        String nonce = UUID.randomUUID().toString();
        String hash = hex(MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8)));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String text = String.join("\\n", APP_KEY, method, path, time, nonce, hash);
        HttpRequest request = HttpRequest.newBuilder(URI.create(${quoted(origin)} + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .header("${appKey}", APP_KEY).header("${time}", time).header("${nonce}", nonce)
            .header("${signature}", hex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8))))
            .build();
        // 401 签名错误；429 按 Retry-After 的秒数等待后重试
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(call(${quoted(method)}, ${quoted(path)}, ${quoted(JSON.stringify(body))}));
    }
}
`;
