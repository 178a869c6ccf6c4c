// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Ways in which contracts send native money.
contract Payer {
    /// With the 2,300 gas that Solidity's `transfer` gives.
    function payByTransfer(address payable to) external payable {
        to.transfer(msg.value);
    }

    function payByCall(address to, bytes calldata data) external payable {
        (bool ok, ) = to.call{value: msg.value}(data);
        require(ok);
    }

    /// Leaves the recipient no choice.
    function payByDestruction(address payable to) external payable {
        new Doomed{value: msg.value}(to);
    }
}

contract Doomed {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}
