import { execFileSync } from 'node:child_process';

/** Addresses of the parts, by the last number; of this machine itself the first. */
const HERE = 1;
const ETCD = 11;
const MEMBER = 21;
/** A network card that there is not: what is sent to it is lost without a word. */
const NOWHERE = '02:00:00:00:00:01';
const NETWORKS = 256;

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/**
 * Where the parts of a cluster listen. As root each member of the database has a network of its own (a namespace of
 * the kernel), which can be cut; elsewhere all listen on the loopback device, and nothing can.
 */
export class Network {
  readonly etcdHosts: readonly string[];
  readonly memberHosts: readonly string[];
  readonly canBeCut: boolean;
  readonly #ip: string;
  readonly #number: number;

  private constructor(ip: string, number: number, canBeCut: boolean) {
    this.#ip = ip;
    this.#number = number;
    this.canBeCut = canBeCut;
    const hostOf = (last: number): string => `${canBeCut ? '198' : '127'}.18.${number}.${last}`;
    this.etcdHosts = [0, 1, 2].map((index) => hostOf(ETCD + index));
    this.memberHosts = [0, 1, 2].map((index) => hostOf(MEMBER + index));
    if (canBeCut) process.once('exit', this.#remove);
  }

  static open(ip: string): Network {
    for (let tries = 0; tries < NETWORKS; tries += 1) {
      const number = (process.pid + tries) % NETWORKS;
      try {
        run(ip, ['link', 'add', bridgeOf(number), 'type', 'bridge']);
      } catch (error) {
        // Another cluster has this one.
        if (String(error).includes('File exists')) continue;
        break;
      }
      const network = new Network(ip, number, true);
      try {
        network.#connect();
        return network;
      } catch {
        network.close();
        break;
      }
    }
    return new Network(ip, process.pid % NETWORKS, false);
  }

  /** What goes before a command line so that it runs at a member. */
  prefixOf(member: number): readonly string[] {
    return this.canBeCut ? [this.#ip, 'netns', 'exec', this.#spaceOf(member)] : [];
  }

  /** From now on nothing that a member sends to these addresses arrives. */
  cut(member: number, hosts: readonly string[]): void {
    for (const host of hosts)
      this.#run(
        ['-n', this.#spaceOf(member), 'neigh', 'replace', host, 'lladdr', NOWHERE],
        ['dev', 'eth0', 'nud', 'permanent'],
      );
  }

  heal(member: number, hosts: readonly string[]): void {
    for (const host of hosts)
      this.#run(['-n', this.#spaceOf(member), 'neigh', 'del', host, 'dev', 'eth0']);
  }

  close(): void {
    process.off('exit', this.#remove);
    if (this.canBeCut) this.#remove();
  }

  #connect(): void {
    const bridge = bridgeOf(this.#number);
    for (const last of [HERE, ETCD, ETCD + 1, ETCD + 2])
      this.#run(['addr', 'add', `198.18.${this.#number}.${last}/24`, 'dev', bridge]);
    this.#run(['link', 'set', bridge, 'up']);
    for (const [member, host] of this.memberHosts.entries()) {
      const [space, cable] = [this.#spaceOf(member), this.#cableOf(member)];
      this.#run(['netns', 'add', space]);
      this.#run(
        ['link', 'add', cable, 'master', bridge, 'type', 'veth'],
        ['peer', 'name', 'eth0', 'netns', space],
      );
      this.#run(['link', 'set', cable, 'up']);
      this.#run(['-n', space, 'addr', 'add', `${host}/24`, 'dev', 'eth0']);
      for (const device of ['lo', 'eth0']) this.#run(['-n', space, 'link', 'set', device, 'up']);
    }
  }

  #spaceOf = (member: number): string => `goodies-${this.#number}-${member + 1}`;
  #cableOf = (member: number): string => `goodies${this.#number}m${member + 1}`;

  #run(...args: readonly (readonly string[])[]): void {
    run(this.#ip, args.flat());
  }

  readonly #remove = (): void => {
    const members = [...this.memberHosts.keys()];
    for (const args of [
      ...members.map((member) => ['link', 'del', this.#cableOf(member)]),
      ...members.map((member) => ['netns', 'del', this.#spaceOf(member)]),
      ['link', 'del', bridgeOf(this.#number)],
    ])
      try {
        this.#run(args);
      } catch {
        // It was not made yet.
      }
  };
}

const bridgeOf = (number: number): string => `goodies${number}`;
