import Fastify from 'fastify';

const app = Fastify();
app.get('/', async () => ({ success: true }));
app.post('/', async () => ({ success: true, tracked: 1 }));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
