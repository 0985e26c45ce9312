// The informer of the JavaScript client over the ConfigMaps of namespace default that are labelled
// watched, started again after errors as its documentation shows: node informer.mjs KUBECONFIG
// One line of JSON per notification.
import * as k8s from '@kubernetes/client-node';

const config = new k8s.KubeConfig();
config.loadFromFile(process.argv[2]);
const core = config.makeApiClient(k8s.CoreV1Api);

const path = '/api/v1/namespaces/default/configmaps';
const list = () => core.listNamespacedConfigMap({ namespace: 'default', labelSelector: 'watched' });
const informer = k8s.makeInformer(config, path, list, 'watched');

const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
for (const verb of ['add', 'update', 'delete']) {
  informer.on(verb, (object) => tell([verb, object.metadata.name, object.data?.value ?? '']));
}
informer.on('error', (error) => {
  tell(['error', String(error.code ?? ''), String(error.message ?? error)]);
  setTimeout(() => informer.start(), 200);
});
informer.start();
