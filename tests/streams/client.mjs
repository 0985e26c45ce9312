// The JavaScript client against the test server: node client.mjs KUBECONFIG PORT
import * as k8s from '@kubernetes/client-node';
import assert from 'node:assert';
import net from 'node:net';
import { PassThrough } from 'node:stream';

const [kubeconfig, port] = process.argv.slice(2);
const config = new k8s.KubeConfig();
config.loadFromFile(kubeconfig);

async function exec(command, input) {
  const out = new PassThrough();
  const err = new PassThrough();
  let text = '';
  out.on('data', (piece) => (text += piece));
  const stdin = input === null ? null : new PassThrough();
  const status = await new Promise((resolve, reject) => {
    new k8s.Exec(config).exec('default', 'web', 'main', command, out, err, stdin, false, resolve).catch(reject);
    if (stdin !== null) {
      stdin.end(input);
    }
  });
  return { text, status };
}

const hello = await exec(['echo', 'hello'], null);
assert.equal(hello.text, 'hello\n');
assert.equal(hello.status.status, 'Success');

const failed = await exec(['sh', '-c', 'exit 5'], null);
assert.equal(failed.status.status, 'Failure');
assert.equal(failed.status.details.causes[0].message, '5');

const read = await exec(['sh', '-c', 'read a; echo $a'], 'word\n');
assert.equal(read.text, 'word\n');

const forward = new k8s.PortForward(config);
const server = net.createServer((socket) => {
  forward.portForward('default', 'web', [Number(port)], socket, null, socket);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const answer = await fetch(`http://127.0.0.1:${server.address().port}/x`, { headers: { connection: 'close' } });
assert.equal(await answer.text(), '/x'.repeat(1000));
console.log('all well');
process.exit(0);
