/** Routes of Fastify that answer a few bytes and do nothing else: what a request costs before there is a product. */
import Fastify from 'fastify';

const app = Fastify();
app.get('/', async () => ({ success: true }));
// Takes and gives what a tracked view does.
app.post('/', async () => ({ success: true, tracked: 1 }));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
