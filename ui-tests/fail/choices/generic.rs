use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Size<T> {
    Small,
    Other(std::marker::PhantomData<T>),
}

fn main() {}
